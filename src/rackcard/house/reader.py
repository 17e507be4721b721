"""Reading house rules: the same strict YAML as a card, and the same kind of errors."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeVar

from rackcard.card import Card, CardNotFoundError, OptionError, card_ids
from rackcard.card.catalogue import load, loads
from rackcard.card.configured import Configuration, configured, placed, posts_of
from rackcard.card.options import ID
from rackcard.card.yaml import Fields, Items, Node, Origin, Section, Text, parse, read_text
from rackcard.games import GAMES
from rackcard.house.check import check_house
from rackcard.house.fields import names
from rackcard.house.rules import (
    HOUSE_SEATS_MAX,
    ID_MAX,
    NAME_MAX,
    Approval,
    BetLimits,
    Books,
    HouseCard,
    HouseRules,
    PayoutLimit,
    PayoutScope,
    PaysSaid,
)
from rackcard.money import AMOUNT_MAX, Rounding, amount
from rackcard.wording.card_errors import near
from rackcard.wording.limits import PAYOUT_SCOPES

T = TypeVar("T")

CARDS_MAX = 32
SEATS = 8
"""Where the rules do not say."""
CHIP = 100
CHIP_MAX = 10**6
_ROUNDING: dict[str, Rounding] = {"the player": "player", "the house": "house"}
_BOOKS: dict[str, Books] = {"the players": "players", "the dealer": "dealer"}
_PAYS_SAID: dict[str, PaysSaid] = {"as posted": "", "to": "to"}
_ANSWERS = {"yes": True, "no": False}
_SUPERVISORS = {"one supervisor": False, "two supervisors": True}


def payout_parts(text: str) -> tuple[str, PayoutScope | None]:
    """A payout limit as house rules write it: the amount, and what it is for where that can be told.

    >>> payout_parts("$5,000 for each wager"), payout_parts("$5,000")
    (('$5,000', 'wager'), ('$5,000', None))
    """
    amount, _, words = text.partition(" for each ")
    return amount, next((scope for scope, named in PAYOUT_SCOPES.items() if named == words), None)


def load_house(path: str | Path) -> HouseRules:
    """House rules from their file; cards of your own are read from beside it."""
    path = Path(path)
    return read_house(read_text(path), folder=path.parent)


def read_house(
    origin: Origin, folder: Path | None = None, texts: Mapping[str, str] | None = None, *, is_guarded: bool = True
) -> HouseRules:
    """House rules from their text, checked whole.

    Cards that are not shipped come from ``texts`` by their ids, or from files in ``folder``; where neither is given,
    no file is read. Rules that a log cites were guarded by the version that took them.
    """
    rules = _Reader(origin, parse(origin), folder, texts or {}).rules()
    check_house(rules, is_guarded=is_guarded)
    return rules


def is_house(origin: Origin) -> bool:
    """Whether a text is house rules rather than a card."""
    return any(key.value == "house" for key in parse(origin).keys)


def is_card(origin: Origin) -> bool:
    """Whether a text is a card rather than house rules."""
    names = {key.value for key in parse(origin).keys}
    return "card" in names and "house" not in names


@dataclass(frozen=True)
class _Defaults:
    """The limits that hold where a card or a wager has none of its own."""

    least: int
    most: int


class _Reader:
    """Reads one file of house rules."""

    def __init__(self, origin: Origin, root: Fields, folder: Path | None, texts: Mapping[str, str]) -> None:
        self.origin, self.folder, self.texts = origin, folder, texts
        self.section = Section(origin, root, names("house"), "house rules")
        self.chip = CHIP

    def rules(self) -> HouseRules:
        section = self.section
        named = section.text("house")
        assert named is not None
        if not ID.fullmatch(named.value):
            self.origin.refuse(named.location, "bad-id", id=named.value, kind="house")
        if len(named.value) > ID_MAX:
            self.origin.refuse(named.location, "house-name.id", length=len(named.value), most=ID_MAX)
        name, game, place = section.text("name"), section.text("game"), section.text("jurisdiction", required=False)
        assert name is not None
        assert game is not None
        if len(name.value) > NAME_MAX:
            self.origin.refuse(name.location, "house-name", length=len(name.value), most=NAME_MAX)
        if game.value not in GAMES:
            known = list(GAMES)
            self.origin.refuse(
                game.location, "unknown-game", game=game.value, known=known, near=near(game.value, known)
            )
        self.chip = self.amount(section, "chip", CHIP, of_chips=False)
        if not 1 <= self.chip <= CHIP_MAX:
            self.refuse_field("chip", "house-chip", most=CHIP_MAX)
        defaults = self.limits(section, _Defaults(self.chip, 0))
        return HouseRules(
            id=named.value,
            name=name.value,
            game=GAMES[game.value],
            jurisdiction=place.value if place else "",
            chip=self.chip,
            rounding=self.choice(section, "rounding", _ROUNDING, "player"),
            payout=self.payout(),
            seats=self.seats(),
            books=self.choice(section, "books", _BOOKS, "players"),
            seat_max=self.amount(section, "seat max", 0),
            table_max=self.amount(section, "table max", 0),
            cards=tuple(self.cards(game.value, defaults)),
            origin=self.origin,
            pays_said=self.choice(section, "pays said", _PAYS_SAID, ""),
            approval=self.approval(),
        )

    # ---- single values
    def refuse_field(self, name: str, code: str, **facts: object) -> NoReturn:
        node = self.section.node(name)
        self.origin.refuse(node.location if node else self.section.location, code, **facts)

    def amount(self, section: Section, name: str, default: int, *, of_chips: bool = True) -> int:
        text = section.text(name, required=False)
        if text is None:
            return default
        return self.money(text, of_chips=of_chips)

    def money(self, text: Text, *, of_chips: bool = True) -> int:
        """An amount of dollars in cents, in whole chips."""
        try:
            cents = amount(text.value)
        except ValueError:
            self.origin.refuse(text.location, "house-amount", amount=text.value)
        if not 0 < cents <= AMOUNT_MAX:
            self.origin.refuse(text.location, "house-amount", amount=text.value)
        if of_chips and cents % self.chip:
            self.origin.refuse(text.location, "house-amount.chips", amount=text.value, chip=self.chip)
        return cents

    def choice(self, section: Section, name: str, values: Mapping[str, T], default: T) -> T:
        text = section.text(name, required=False)
        if text is None:
            return default
        if text.value not in values:
            known = list(values)
            facts = {"field": name, "value": text.value, "known": known, "near": near(text.value, known)}
            self.origin.refuse(text.location, "house-choice", **facts)
        return values[text.value]

    def payout(self) -> PayoutLimit | None:
        text = self.section.text("payout limit", required=False)
        if text is None:
            return None
        given, scope = payout_parts(text.value)
        if scope is None:
            self.origin.refuse(text.location, "house-payout")
        return PayoutLimit(self.money(Text(given, text.location)), scope)

    def seats(self) -> int:
        text = self.section.text("seats", required=False)
        if text is None:
            return SEATS
        if not re.fullmatch(r"[1-9][0-9]?", text.value) or int(text.value) > HOUSE_SEATS_MAX:
            self.origin.refuse(text.location, "house-seats", most=HOUSE_SEATS_MAX)
        return int(text.value)

    def approval(self) -> Approval | None:
        """What waits for a supervisor; None where nothing does."""
        node = self.section.node("approval")
        if node is None:
            return None
        if not isinstance(node, Fields):
            self.origin.refuse(node.location, "house-approval")
        own = Section(self.origin, node, names("approval"), "approval")
        multiple = own.text("payout multiple", required=False)
        if multiple is not None and not re.fullmatch(r"[1-9][0-9]{0,5}", multiple.value):
            self.origin.refuse(multiple.location, "house-multiple")
        found = Approval(
            payout_multiple=int(multiple.value) if multiple else 0,
            payout_amount=self.amount(own, "payout amount", 0),
            second_for_voids=self.choice(own, "voids", _SUPERVISORS, default=False),
            second_for_rules=self.choice(own, "rules", _SUPERVISORS, default=False),
        )
        return None if found == Approval() else found

    def limits(self, section: Section, defaults: _Defaults) -> _Defaults:
        """The minimum and maximum of a section, or those of the one around it."""
        least = self.amount(section, "min", defaults.least)
        most = self.amount(section, "max", defaults.most)
        if 0 < most < least:
            node = section.node("max") or section.node("min")
            assert node is not None
            self.origin.refuse(node.location, "house-limits", least=least, most=most)
        return _Defaults(least, most)

    # ---- cards
    def cards(self, game: str, defaults: _Defaults) -> Iterator[HouseCard]:
        node = self.section.node("cards")
        if not isinstance(node, Fields) or not node.keys:
            self.origin.refuse(node.location if node else self.section.location, "house-no-cards")
        if len(node.keys) > CARDS_MAX:
            self.origin.refuse(node.keys[CARDS_MAX].location, "house-too-many-cards", limit=CARDS_MAX)
        accepted = self.accepts([key.value for key in node.keys])
        for key, value in node.pairs():
            entry = Fields((), (), value.location) if value == Text("", value.location) else value
            if not isinstance(entry, Fields):
                self.origin.refuse(value.location, "house-card-not-a-mapping", card=key.value)
            yield self.card(key, entry, game, defaults, accepted.get(key.value, ()))

    def accepts(self, cards: list[str]) -> dict[str, tuple[Text, ...]]:
        """The wagers where the player's edge is accepted, by card."""
        node = self.section.node("accepts")
        if node is None:
            return {}
        if not isinstance(node, Fields):
            self.origin.refuse(node.location, "house-accepts")
        for key in node.keys:
            if key.value not in cards:
                facts = {"card": key.value, "known": cards, "near": near(key.value, cards)}
                self.origin.refuse(key.location, "house-card-absent", **facts)
        return {key.value: self.listed(value) for key, value in node.pairs()}

    def listed(self, node: Node) -> tuple[Text, ...]:
        """A list of names."""
        if not isinstance(node, Items):
            self.origin.refuse(node.location, "house-not-a-list")
        names = [self.section.as_text(item, "a name") for item in node.items]
        for place, text in enumerate(names):
            if text.value in (one.value for one in names[:place]):
                self.origin.refuse(text.location, "house-twice", name=text.value)
        return tuple(names)

    def card(self, key: Text, entry: Fields, game: str, defaults: _Defaults, accepted: tuple[Text, ...]) -> HouseCard:
        section = Section(self.origin, entry, names("card"), f"card {key.value}")
        document = self.document(key, section)
        if document.game.id != game:
            self.origin.refuse(key.location, "house-other-game", card=key.value, game=document.game.id, table_game=game)
        options = self.options(document, section)
        groups = tuple(dict.fromkeys(terms.group for terms in document.terms(options)))
        posts = self.posts(document, options, section)
        left_out = self.left_out(document, options, groups, section)
        tables, own_limits = self.wagers(document, options, section, defaults)
        configuration = Configuration(document.sha256, tables, left_out, posts_of(posts))
        card = configured(document, options, configuration, posts)
        offered = [group for group in groups if group not in left_out]
        taken = tuple(self.wager_name(text, document, groups) for text in accepted)
        self.check_offered(document, left_out, (*self.keys(section, "wagers"), *self.keys(section, "posts"), *accepted))
        return HouseCard(
            card=card,
            options=options,
            limits={group: own_limits[group] for group in offered},
            accepted=taken,
            mixed=self.choice(section, "mixed tables", _ANSWERS, default=False),
        )

    def keys(self, section: Section, name: str) -> tuple[Text, ...]:
        """The wagers that a field of a card has settings for."""
        node = section.node(name)
        return node.keys if isinstance(node, Fields) else ()

    def check_offered(self, card: Card, left_out: tuple[str, ...], named: tuple[Text, ...]) -> None:
        """A wager that is left out has no settings: they would say what no table does."""
        for text in named:
            if text.value in left_out:
                self.origin.refuse(text.location, "house-left-out", card=card.id, wager=text.value)

    def document(self, key: Text, section: Section) -> Card:
        """The card that an entry is about."""
        text = section.text("file", required=False)
        try:
            if key.value in self.texts:
                found = loads(self.texts[key.value], f"{key.value}.yaml")
            elif text is not None and self.folder is not None:
                found = load(self.folder / text.value)
            elif text is not None:
                self.origin.refuse(text.location, "house-file", card=key.value)
            elif key.value in card_ids():
                found = load(key.value)
            else:
                known = list(card_ids())
                facts = {"card": key.value, "known": known, "near": near(key.value, known)}
                self.origin.refuse(key.location, "house-unknown-card", **facts)
        except CardNotFoundError:
            assert text is not None
            self.origin.refuse(text.location, "house-file-missing", file=text.value)
        if found.id != key.value:
            self.origin.refuse(key.location, "house-card-id", card=key.value, id=found.id)
        return found

    def options(self, card: Card, section: Section) -> dict[str, str]:
        """Every option of a card with its value."""
        node = section.node("options")
        if node is None:
            return card.settled()
        if not isinstance(node, Fields):
            self.origin.refuse(node.location, "house-options")
        given: dict[str, str] = {}
        for key, value in node.pairs():
            given[key.value] = (
                ", ".join(text.value for text in self.listed(value))
                if isinstance(value, Items)
                else section.as_text(value, f'"{key.value}"').value
            )
            try:
                card.settled({key.value: given[key.value]})
            except OptionError as error:
                location = key.location if key.value not in card.options else value.location
                self.origin.refuse(location, "house-option", problem=str(error))
            given[key.value] = card.options[key.value].in_order(given[key.value])
        return card.settled(given)

    def wager_name(self, text: Text, card: Card, groups: tuple[str, ...]) -> str:
        """The name of a wager that the card has."""
        if text.value not in groups:
            facts = {"card": card.id, "wager": text.value, "known": groups, "near": near(text.value, groups)}
            self.origin.refuse(text.location, "house-unknown-wager", **facts)
        return text.value

    def left_out(
        self, card: Card, options: Mapping[str, str], groups: tuple[str, ...], section: Section
    ) -> tuple[str, ...]:
        """The wagers that are not offered; what a stake on an offered one turns into is never among them."""
        only, out = section.node("only"), section.node("leaves out")
        if only is not None and out is not None:
            self.origin.refuse(out.location, "house-only-and-leaves-out")
        node = only or out
        if node is None:
            return ()
        named = {self.wager_name(text, card, groups) for text in self.listed(node)}
        every = card.terms(options)
        kept = {terms.group for terms in every if terms.is_bet and (terms.group in named) == (only is not None)}
        if not kept:
            self.origin.refuse(node.location, "house-no-wagers", card=card.id)
        group_of = {terms.wager: terms.group for terms in every}
        stages = {group_of[stage] for terms in every if terms.group in kept for stage in terms.stages}
        kept |= stages if only is not None else stages - named
        for terms in every:
            behind = (terms.behind.wager,) if terms.behind else ()
            needed = {group_of[name] for name in (*behind, *(share.bet for share in terms.bundle), *terms.stages)}
            if terms.group in kept and needed - kept:
                self.origin.refuse(node.location, "house-needed", wager=terms.group, needed=sorted(needed - kept))
        return tuple(group for group in groups if group not in kept)

    def posts(self, card: Card, options: Mapping[str, str], section: Section) -> dict[str, Fields]:
        """What the house fills in where the document posts nothing."""
        node = section.node("posts")
        if node is None:
            return {}
        if not isinstance(node, Fields):
            self.origin.refuse(node.location, "house-posts")
        groups = tuple(dict.fromkeys(terms.group for terms in card.terms(options)))
        found = {}
        for key, value in node.pairs():
            name = self.wager_name(key, card, groups)
            if not isinstance(value, Fields):
                self.origin.refuse(value.location, "house-posts")
            Section(self.origin, value, names("post"), f"post {name}")
            self.check_open(card, options, name, value)
            found[name] = placed(value, self.origin)
        return found

    def check_open(self, card: Card, options: Mapping[str, str], wager: str, post: Fields) -> None:
        """Only what the document leaves open may be posted."""
        terms = next(terms for terms in card.terms(options) if terms.group == wager)
        is_open = {
            "wins": not terms.has_rule,
            "counts": not terms.has_rule,
            "pays": not terms.is_posted,
            "envy": terms.envy_is_named and terms.envy is None,
        }
        for key in post.keys:
            if not is_open[key.value]:
                self.origin.refuse(key.location, "house-already-posted", wager=wager, field=key.value)

    def wagers(
        self, card: Card, options: Mapping[str, str], section: Section, defaults: _Defaults
    ) -> tuple[dict[str, str], dict[str, BetLimits]]:
        """The pay table of each wager that does not use its first, and the limits of every wager."""
        tables: dict[str, list[str]] = {}
        for terms in card.terms(options):
            tables.setdefault(terms.group, []).append(terms.table)
        around = self.limits(section, defaults)
        limits = {group: BetLimits(around.least, around.most) for group in tables}
        chosen: dict[str, str] = {}
        node = section.node("wagers")
        if node is None:
            return chosen, limits
        if not isinstance(node, Fields):
            self.origin.refuse(node.location, "house-wagers")
        for key, value in node.pairs():
            name = self.wager_name(key, card, tuple(tables))
            if not isinstance(value, Fields):
                self.origin.refuse(value.location, "house-wagers")
            own = Section(self.origin, value, names("wager"), f"wager {name}")
            table = own.text("pays", required=False)
            if table is not None and table.value not in tables[name]:
                known = list(dict.fromkeys(tables[name]))
                facts = {"wager": name, "table": table.value, "known": known, "near": near(table.value, known)}
                self.origin.refuse(table.location, "house-unknown-table", **facts)
            if table is not None and table.value != tables[name][0]:
                chosen[name] = table.value
            inner = self.limits(own, around)
            limits[name] = BetLimits(inner.least, inner.most)
        return chosen, limits
