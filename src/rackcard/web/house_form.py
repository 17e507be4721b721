"""House rules as a form: what a browser sends, read into the fields of a file."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from rackcard.card import Card, CardError, card_ids, loads
from rackcard.card.catalogue import load
from rackcard.card.configured import POSTED_FIELDS
from rackcard.games import GAMES
from rackcard.house import HouseRules
from rackcard.house.writer import house_fields, money, written
from rackcard.money import amount
from rackcard.table.state import Refusal
from rackcard.wording.limits import PAYOUT_SCOPES

FIELDS_MAX = 4000
HOUSE_AMOUNTS = ("min", "max", "seat max", "table max")


@dataclass(frozen=True)
class HouseForm:
    """House rules in the making: their fields as a file has them, and the texts of cards that are not shipped."""

    fields: Mapping[str, Any]
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The file that the form describes."""
        return written(self.fields)

    @property
    def game(self) -> str:
        return str(self.fields["game"])

    @property
    def cards(self) -> Mapping[str, Mapping[str, Any]]:
        """The entries of the chosen cards."""
        entries: Mapping[str, Mapping[str, Any]] = self.fields["cards"]
        return entries

    def accepts(self, card: str) -> list[str]:
        """The wagers of a card where the player's edge is accepted."""
        return list(self.fields.get("accepts", {}).get(card, ()))


def new_form(game: str = next(iter(GAMES))) -> HouseForm:
    """A form to start from: the base game alone."""
    title = GAMES[game].title
    return HouseForm({
        "house": slug(title), "name": title, "game": game, "chip": "$1", "rounding": "the player", "seats": "8",
        "books": "the players", "min": "$5", "cards": {game: {}},
    })  # fmt: skip


def form_of(rules: HouseRules, texts: Mapping[str, str]) -> HouseForm:
    """The form of house rules that were read."""
    return HouseForm(house_fields(rules), texts)


def slug(name: str) -> str:
    """An id made of a name.

    >>> slug("The Silver Fern, Craps 4")
    'the-silver-fern-craps-4'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60].strip("-") or "house"


def card_of(card: str, texts: Mapping[str, str]) -> Card | None:
    """A card by its id: one of the house's own, or a shipped one."""
    if card in texts:
        try:
            found = loads(texts[card], f"{card}.yaml")
        except CardError:
            return None
        return found if found.id == card else None
    return load(card) if card in card_ids() else None


class Sent:
    """The fields of a form as a browser sends them."""

    def __init__(self, body: bytes) -> None:
        try:
            text = body.decode("utf-8")
            self.found = parse_qs(text, keep_blank_values=True, max_num_fields=FIELDS_MAX)
        except ValueError:
            raise Refusal("bad-form") from None

    def one(self, name: str, default: str = "") -> str:
        return " ".join(self.found.get(name, [default])[-1].split())

    def many(self, name: str) -> list[str]:
        return self.found.get(name, [])

    def text(self, name: str) -> str:
        """A text of several lines."""
        return self.found.get(name, [""])[-1].replace("\r\n", "\n")

    def amount(self, name: str) -> str:
        """An amount of money as house rules write it; as it was typed where it is none."""
        typed = self.one(name)
        try:
            return money(amount(typed))
        except ValueError:
            return typed

    def texts(self) -> dict[str, str]:
        """The texts of cards that are not shipped."""
        try:
            found = json.loads(self.text("texts") or "{}")
        except ValueError:
            raise Refusal("bad-form") from None
        if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
            raise Refusal("bad-form")
        return found


def read_form(sent: Sent) -> HouseForm:
    """The fields of house rules that a form says."""
    texts = sent.texts()
    game = sent.one("game")
    if game not in GAMES:
        raise Refusal("no-such-game", game=game[:40], games=tuple(GAMES))
    if game != sent.one("shown-game", game):
        return new_form(game)
    chosen = {card: card_of(card, texts) for card in _ordered(sent)}
    payout = sent.amount("payout")
    scope = PAYOUT_SCOPES["wager" if sent.one("payout-for") == "wager" else "outcome"]
    fields = {
        "house": sent.one("house") or slug(sent.one("name")),
        "name": sent.one("name"),
        "game": game,
        "jurisdiction": sent.one("jurisdiction"),
        "chip": sent.amount("chip"),
        "rounding": sent.one("rounding"),
        "pays said": "to" if sent.one("pays-said") == "to" else "",
        "payout limit": f"{payout} for each {scope}" if payout else "",
        "seats": sent.one("seats"),
        "books": sent.one("books"),
        **{name: sent.amount(name) for name in HOUSE_AMOUNTS},
        "approval": _approval(sent),
        "cards": {name: _entry(sent, card, texts) for name, card in chosen.items() if card is not None},
        "accepts": {name: wagers for name in chosen if (wagers := _accepts(sent, name))},
    }
    return HouseForm({name: value for name, value in fields.items() if value or name in ("name", "cards")}, texts)


def _approval(sent: Sent) -> dict[str, str]:
    """What waits for a supervisor."""
    fields = {"payout multiple": sent.one("payout-multiple"), "payout amount": sent.amount("payout-amount")}
    fields |= {name: sent.one(f"approval-{name}") for name in ("voids", "rules")}
    return {name: value for name, value in fields.items() if value and value != "one supervisor"}


def _accepts(sent: Sent, card: str) -> list[str]:
    """The wagers on offer where the player's edge is accepted."""
    offered = sent.many(f"{card}.offers")
    return [wager for wager in sent.many(f"{card}.accepts") if wager in offered]


def _ordered(sent: Sent) -> list[str]:
    """The chosen cards: those that were there in their order, then new ones."""
    before, picked = sent.one("order").split(), list(dict.fromkeys(sent.many("card")))
    return [*(card for card in before if card in picked), *(card for card in picked if card not in before)]


def _entry(sent: Sent, card: Card, texts: Mapping[str, str]) -> dict[str, Any]:
    """The entry of one card."""
    shown, offered = sent.one(f"{card.id}.shown").split(), sent.many(f"{card.id}.offers")
    left_out = [wager for wager in shown if wager not in offered]
    wagers = {wager: _wager(sent, card, wager) for wager in shown if wager in offered}
    posts = {wager: _post(sent, card, wager) for wager in shown if wager in offered}
    entry = {
        "file": f"{card.id}.yaml" if card.id in texts else "",
        "options": _options(sent, card),
        "leaves out": left_out,
        "mixed tables": "yes" if sent.one(f"{card.id}.mixed") else "",
        "posts": {wager: post for wager, post in posts.items() if post},
        "wagers": {wager: one for wager, one in wagers.items() if one},
        "min": sent.amount(f"{card.id}.min"),
        "max": sent.amount(f"{card.id}.max"),
    }
    return {name: value for name, value in entry.items() if value}


def _options(sent: Sent, card: Card) -> dict[str, Any]:
    """The options that are not at their default; a list where its own names were chosen, even none."""
    found: dict[str, Any] = {}
    for name, option in card.options.items():
        field_name = f"{card.id}.option.{name}"
        if not option.many:
            value = sent.one(field_name, option.default)
            found |= {name: value} if value != option.default else {}
        elif sent.one(f"{field_name}.by") == "list":
            found[name] = sent.many(field_name)
    return found


def _wager(sent: Sent, card: Card, wager: str) -> dict[str, str]:
    first = next((terms.table for terms in card.terms() if terms.group == wager), "")
    table = sent.one(f"{card.id}.pays.{wager}", first)
    found = {
        "pays": table if table != first else "",
        "min": sent.amount(f"{card.id}.min.{wager}"),
        "max": sent.amount(f"{card.id}.max.{wager}"),
    }
    return {name: value for name, value in found.items() if value}


def _post(sent: Sent, card: Card, wager: str) -> dict[str, Any]:
    """What is posted for a wager; pays of several lines travel as JSON."""
    found: dict[str, Any] = {}
    for name in POSTED_FIELDS:
        typed = sent.one(f"{card.id}.post.{wager}.{name}")
        if typed.startswith(("[", "{")):
            try:
                found[name] = json.loads(typed)
            except ValueError:
                found[name] = typed
        elif typed:
            found[name] = typed
    return found
