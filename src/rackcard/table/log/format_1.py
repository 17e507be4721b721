"""The sentences that entries of format 1 stored: frozen, because their hashes are.

They are made again only to check such an entry; what people read today is in ``wording``.
"""

from rackcard.money import dollars
from rackcard.table.state import Settlement


def payment_sentence(one: Settlement) -> str:
    """A payment as format 1 stored it: the wager, the rule that held, the stake, the pay, and what is paid."""
    if one.pay == "loses":
        return f"{one.name}: {dollars(one.stake)} loses"
    rule = one.held or ("won" if one.result == "wins" else one.result)
    if one.pay == "push":
        return f"{one.name}: {rule}, {dollars(one.stake)} goes back"
    dealer = f", the dealer gets {dollars(one.envy)}" if one.envy else ""
    if not one.limit:
        return f"{one.name}: {rule}, {dollars(one.stake)} pays {one.pay} = {dollars(one.paid)}{dealer}"
    full = f"{one.name}: {rule}, {dollars(one.stake)} pays {one.pay} = {dollars(one.full)}{dealer}"
    return f"{full}; the table's payout limit of {dollars(one.limit)} leaves {dollars(one.paid)}"
