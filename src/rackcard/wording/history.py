"""What happened at a table, in English, from the facts of its events."""

from typing import TYPE_CHECKING

from rackcard.wording.sentence import Facts, fill

if TYPE_CHECKING:
    from rackcard.table.state import Settlement

HISTORY: dict[str, str] = {
    "opened": "{name} opened for {game} with {cards:n card}",
    "seated": "{name} sits at seat {seat}",
    "bought-in": "seat {seat} bought in for {amount:$}",
    "bought-in.private": "seat {seat} bought in",
    "left": "seat {seat} left with {amount:$}",
    "left.shooter": "seat {seat} left with {amount:$}; the dice pass to seat {next}",
    "left.shooter.private": "seat {seat} left; the dice pass to seat {next}",
    "left.private": "seat {seat} left",
    "bet": "seat {seat} bets {amount:$} on {wager} (bet {number})",
    "bet.behind": "seat {seat} bets {amount:$} on {wager} (bet {number}) behind bet {behind}",
    "bet.commission": "seat {seat} bets {amount:$} on {wager} (bet {number}), with a commission of {commission:$}",
    "bet.toke": "seat {seat} bets {amount:$} on {wager} for the dealers (bet {number})",
    "bundle-bet": "seat {seat} bets {amount:$} on {wager} (bets {numbers:list})",
    "taken-down": "seat {seat} took down {amount:$}",
    "betting-closed": "no more bets",
    "outcome": "round {round}: {outcome}",
    "corrected": "round {round} corrected ({reason}): {outcome}",
    "burned": "burned {cards:list}",
    "burned.unseen": "burned {unseen:n card} face down",
    "burned.both": "burned {cards:list}, and {unseen:n card} face down",
    "shuffled": "a new shoe was shuffled",
    "shuffled.cut": "a new shoe was shuffled, with {behind:n card} behind the cut card",
    "shooter": "seat {seat} has the dice",
    "passes": "the dice pass to seat {seat}",
    "corrected-earlier": "round {round} corrected ({reason}): {outcome}; the rounds since are settled again",
    "hand-voided": "round {round} voided: {reason}; its bets are refunded",
    "voided.card": "bets on {card} voided: {reason}",
    "approved": "round {round}: payouts approved for {bets:n bet}",
    "proposed": "waiting for a second supervisor: {action}",
    "declined": "declined: {reason}",
    "disputed": "round {round} is held for a dispute: {reason}",
    "dispute-ended": "dispute about round {round} ended: {reason}",
    "shift-closed": "shift {shift} closed",
    "no-roll": "{call}: {reason}",
    "claimed": "seat {seat}: {payment}",
    "voided": "voided: {reason}",
    "cards-changed": "cards changed",
    "house-changed": "house rules changed: {reason}",
    "advice-changed.on": "advice is now allowed at this table",
    "advice-changed.off": "advice is no longer allowed at this table",
    "owed-settled": "{amount:$} owed {side} visit {visit} settled {how}: {reason}",
    "owed-settled.private": "balance owed {side} visit {visit} settled {how}: {reason}",
    "frozen": "frozen: {reason}",
    "paused": "paused: {reason}",
    "resumed": "resumed",
    "confirmed": "confirmed",
    "closed": "closed",
    "closed.tokes": "closed; tokes of {amount:$} paid out to the dealers",
    "closed.returned": "closed; {amount:$} of tokes returned by the dealers",
    "tokes-paid.tokes": "tokes of {amount:$} paid out to the dealers",
    "tokes-paid.returned": "{amount:$} of tokes returned by the dealers after a correction",
    # ---- what followed from it
    "settled": "seat {seat}: {payment}",
    "travels": "seat {seat}: {wager} (bet {number}) goes to the {point}",
    "turned": "seat {seat}: {wager}: {stake:$} stays up as {into} (bet {number})",
    "reversed.round": "round {round} reversed: seat {seat}: {payment}",
    "settled.round": "round {round}: seat {seat}: {payment}",
    "reversed": "reversed: seat {seat}: {payment}",
    "undone": "seat {seat}: {what} of bet {number} is undone, and the bet is up again",
    "refunded": "seat {seat} is refunded {amount:$}",
    "refunded.toke": "the dealers get {amount:$} back from their bet at seat {seat}",
    "marks": "marks of {wager}: {marks:list}",
    # ---- as a page shows it
    "page.outcome": "{outcome}",
    "page.corrected": "corrected to {outcome}",
    "page.left": "seat {seat} colors up and leaves with {amount:$}",
    "page.left.private": "seat {seat} colors up and leaves",
    "page.bet": "seat {seat} bets {amount:$} on {wager}",
    "page.taken-down": "{amount:$} taken down",
    "title.outcome": "{unit} {round}: {outcome}",
    "title.corrected": "{unit} {round}: corrected to {outcome}",
    "verdict.won": "you win {amount:$}",
    "verdict.lost": "you lose {amount:$}",
    "verdict.even": "you come out even",
    "verdict.marked": "marks {wagers:and}",
    "verdict.up": "your bets stay up",
    "verdict.none": "you have no bets up",
    # ---- the dealer's list
    "list.take": "take {amount:$} from seat {seat}: {name}",
    "list.pay": "pay seat {seat} {amount:$}: {name}",
    "list.return": "seat {seat} keeps {amount:$}: {name}",
    "list.envy": "pay the dealers an envy bonus of {amount:$}: {name} at seat {seat}",
    "list.toke.take": "take {amount:$} of the dealers' bet at seat {seat}: {name}",
    "list.toke.pay": "pay the dealers {amount:$} on their bet at seat {seat}: {name}",
    "list.toke.return": "the dealers keep {amount:$} of their bet at seat {seat}: {name}",
    "puck.off": "the puck is off",
    "puck.on": "the puck is on {point}",
}
"""What happened, by the kind of event or what followed from it; ``.private`` keeps a player's money to the player."""

PAYMENTS: dict[str, str] = {
    "loses": "{name}: {stake:$} loses",
    "loses.commission": "{name}: {stake:$} loses, with its commission of {commission:$}",
    "push": "{name}: {rule}, {stake:$} is returned",
    "push.commission": "{name}: {rule}, {stake:$} is returned, without its commission of {commission:$}",
    "pays": "{name}: {rule}, {stake:$} pays {pay} = {paid:$}",
    "pays.envy": "{name}: {rule}, {stake:$} pays {pay} = {paid:$}, the dealer gets {envy:$}",
    "pays.commission": "{name}: {rule}, {stake:$} pays {pay}, less a commission of {commission:$} = {paid:$}",
    "pays.commission.envy": (
        "{name}: {rule}, {stake:$} pays {pay}, less a commission of {commission:$} = {paid:$}, the dealer gets {envy:$}"
    ),
    "limited": "{name}: {rule}, {stake:$} pays {pay} = {full:$}, cut to {paid:$} by the payout limit of {limit:$}",
    "limited.envy": (
        "{name}: {rule}, {stake:$} pays {pay} = {full:$}, cut to {paid:$} by the payout limit of {limit:$}, "
        "the dealer gets {envy:$}"
    ),
}
"""What a bet was paid, and why."""
OWED_SETTLED = {"cash": "in cash", "house": "by the house"}
"""How a balance of corrections was settled."""
TOKE_NAME = "{name} for the dealers"
"""The name of a bet that was made for the dealers."""

CAUSES: dict[str, str] = {
    "postings-unbalanced": 'the postings of "{kind}" do not sum to zero',
    "accounts-unbalanced": "the accounts do not sum to zero",
    "felt-unequal": "the felt account holds {felt:$}, but {up:$} is up",
    "seat-negative": "{account} is negative",
    "restart": "the server restarted",
}
"""Why the program itself stopped a table."""


def history(key: str, facts: Facts) -> str:
    """What happened, in a line.

    >>> history("refunded", {"seat": 3, "amount": 500})
    'seat 3 is refunded $5.00'
    """
    return fill(HISTORY[key], facts)


def owed_side(amount: int) -> str:
    """Whether the house owes an amount to a player, or a player owes it."""
    return "to" if amount > 0 else "by"


def cause_sentence(code: str, facts: Facts) -> str:
    """Why the program stopped a table.

    >>> cause_sentence("seat-negative", {"account": "seat:1"})
    'seat:1 is negative'
    """
    return fill(CAUSES[code], facts)


def payment(one: "Settlement") -> str:
    """What a bet was paid, and why; entries of the first format stored the sentence itself."""
    if one.sentence is not None:
        return one.sentence
    key = _payment_key(one)
    rule = one.held or ("won" if one.result == "wins" else one.result)
    name = fill(TOKE_NAME, vars(one)) if one.toke else one.name
    return fill(PAYMENTS[key], {**vars(one), "name": name, "rule": rule})


def _payment_key(one: "Settlement") -> str:
    """Which sentence a payment has."""
    envy = ".envy" if one.envy else ""
    if one.pay in ("loses", "push"):
        return one.pay + (".commission" if one.beside else "")
    if one.limit:
        return f"limited{envy}"
    return f"pays{'.commission' if one.commission > one.beside else ''}{envy}"
