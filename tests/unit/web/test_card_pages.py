"""The card pages and the lab: every card and option, files as the command line writes them, hostile cards."""

import html
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import count, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

import rackcard
from rackcard.api import RackCard, load, loads
from rackcard.card import CardError, card_ids, catalogue
from rackcard.cli.common import app
from rackcard.games import GAMES
from rackcard.number import percent
from rackcard.odds.price import price_play
from rackcard.odds.tables import odds_grid
from rackcard.report.charts.page_charts import duration_chart, enough, outcome_chart
from rackcard.report.printing import printed as file_of
from rackcard.report.rules import rules
from rackcard.web.app import create_app
from rackcard.web.catalogue import summary
from rackcard.web.limits import BODY_MAX
from rackcard.web.practice import Practice, practice_cards
from rackcard.web.routes import cards as cardpages
from rackcard.web.routes.cards import PAGE_FIELDS
from rackcard.web.routes.lab import _evaluate, example, moves, with_options
from rackcard.wording.pages import DOCUMENTS
from tests.support.hostile_cards import HEAD, HEAVY, LARGE, YAML
from tests.support.sample import sampled, sampled_cards
from tests.support.sources import side_bet_names

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
WEB = Path(rackcard.__file__).parent / "web"
HARM = "<script>alert(1)</script>\"'{{7*7}}</textarea></title>"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(create_app(str(tmp_path_factory.mktemp("web") / "tables.db"))) as one:
        yield one


class Tables(HTMLParser):
    """The tables of a page by caption, as rows of text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[list[str]]] = {}
        self.caption: str | None = None
        self.rows: list[list[str]] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.rows, self.caption = [], ""
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        self.inside = tag if tag in ("td", "th", "caption") else self.inside

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "caption"):
            self.inside = ""
        if tag == "table":
            self.found[self.caption or ""] = self.rows

    def handle_data(self, data: str) -> None:
        if self.inside == "caption":
            self.caption = (self.caption or "") + data
        elif self.inside in ("td", "th"):
            self.rows[-1][-1] += data


def tables(page: str) -> dict[str, list[list[str]]]:
    parser = Tables()
    parser.feed(page)
    return parser.found


def column(rows: list[list[str]], name: str) -> list[str]:
    return [row[rows[0].index(name)] for row in rows[1:]]


def settings() -> Iterator[tuple[str, dict[str, str]]]:
    """Every card with its defaults, and with other values of each option; in the gate with one of each."""
    for name in sampled_cards():
        yield name, {}
        for option in load(name).options.values():
            others = [value for value in option.choices if value != option.default]
            for value in others[: sampled(1, len(others))]:
                yield name, {option.name: value}


@pytest.mark.parametrize(("name", "options"), list(settings()), ids=str)
def test_every_card_and_option_shows_the_figures_of_the_library(
    client: TestClient, name: str, options: dict[str, str]
) -> None:
    answer = client.get(f"/cards/{name}", params=options)
    assert answer.status_code == 200
    loaded = load(name)
    odds = loaded.odds(options)
    grid = odds_grid(odds)
    shown = tables(answer.text)["Exact odds"]
    for figure in ("house edge", "hit", "std dev"):
        assert column(shown, figure) == [row[grid.columns.index(figure)] for row in grid.rows]
    for cell, row in zip(column(shown, "exact edge"), grid.rows, strict=True):
        assert cell == row[grid.columns.index("exact edge")].replace("in --json", "in the JSON")
    text = html.unescape(answer.text)
    assert loaded.title in text
    assert loaded.about in text
    assert loaded.source in text
    assert loaded.sha256 in text
    for option in loaded.options.values():
        assert option.about in text
        assert f'name="{option.name}"' in text
    for terms in loaded.terms(options):
        assert terms.group != terms.wager or terms.name in text


@pytest.mark.parametrize("name", sampled_cards())
def test_every_wager_and_table_is_drawn_with_its_figures(client: TestClient, name: str) -> None:
    loaded = load(name)
    for group in islice(dict.fromkeys(terms.group for terms in loaded.terms()), sampled(8, 10_000)):
        entry = loaded.odds(wager=group).wagers[0]
        page = client.get(f"/cards/{name}", params={"wager": group, "table": entry.terms.table})
        assert page.status_code == 200
        if entry.bet is None:
            assert "gives no rule" in page.text
            continue
        if entry.house_edge is not None:
            assert percent(entry.house_edge) in page.text
        shown = tables(page.text)[f"{entry.terms.name}, pay table {entry.terms.table}: how it ends"]
        assert column(shown, "probability") == [percent(o.probability, 6) for o in entry.outcomes]


def test_a_play_and_a_table_narrow_the_rows(client: TestClient) -> None:
    page = client.get("/cards/cash-out-craps", params={"table": "2", "play": "never"}).text
    (entry,) = [e for e in load("cash-out-craps").odds(table="2").wagers if e.play == "never"]
    assert entry.house_edge is not None
    assert column(tables(page)["Exact odds"], "house edge") == [percent(entry.house_edge)]
    assert '<option value="2" selected>' in page
    assert '<option value="never" selected>' in page


def test_a_change_of_options_swaps_a_part_and_pushes_an_address(client: TestClient) -> None:
    asked = {"surrender": "yes", "surrender-envy": "yes", "wager": "horn", "table": ""}
    part = client.get("/cards/repeater-bets-plus", params=asked, headers={"HX-Request": "true"})
    assert part.text.lstrip().startswith('<div id="figures">')
    assert "<html" not in part.text
    assert part.headers["HX-Push-Url"] == "/cards/repeater-bets-plus?surrender-envy=yes&wager=horn"
    again = client.get(part.headers["HX-Push-Url"])
    assert "<html" in again.text
    assert tables(again.text) == tables(part.text)
    first = client.get("/cards/repeater-bets-plus?wager=repeating-2", headers={"HX-Request": "true"})
    assert first.headers["HX-Push-Url"] == "/cards/repeater-bets-plus"
    back = client.get("/cards/repeater-bets-plus", headers={"HX-Request": "1", "HX-History-Restore-Request": "1"})
    assert "<html" in back.text


def test_a_list_of_names_is_ticked_one_by_one(client: TestClient) -> None:
    names = ["golden-dragon-7", "blue-dragon-9s"]
    page = client.get("/cards/treasure-of-the-5-dragons", params={"dragons": names, "wager": "any-dragon"})
    edge = load("treasure-of-the-5-dragons").odds({"dragons": ", ".join(names)})["any-dragon"].house_edge
    assert edge is not None
    assert percent(edge) in page.text
    assert page.text.count('" checked>') == 2
    assert "any of the wagers Golden Dragon 7 or Blue Dragon 9&#39;s wins" in page.text


def test_no_option_takes_a_name_of_the_page() -> None:
    for name in card_ids():
        assert not set(PAGE_FIELDS) & set(load(name).options)


BAD = [
    ("/cards/high-rollr", 404, "Did you mean high-roller?"),
    ("/cards/..%2fcards%2fhigh-roller", 404, ""),
    ("/cards/%3Cscript%3E", 404, "There is no card &#34;&lt;script&gt;&#34;"),
    ("/cards/high-roller?x=1", 422, "has no option x"),
    ("/cards/baccarat?decks=7", 422, "Option decks cannot be 7; expected one of: 8, 6"),
    ("/cards/baccarat?decks=%3Cscript%3E", 422, "cannot be &lt;script&gt;"),
    ("/cards/baccarat?decks=%00", 422, "cannot be"),
    ("/cards/super-shooter?table=9", 422, "has no pay table 9"),
    ("/cards/super-shooter?wager=zip", 422, "has no wager zip"),
    ("/cards/super-shooter?play=luck", 422, "There is no play &#34;luck&#34;; expected one of: best, never, first"),
    ("/cards/treasure-of-the-5-dragons?dragons=x", 422, "x is not one of them"),
    ("/cards/high-roller/strategy.svg", 422, "has no decisions for the player"),
    ("/cards/baccarat-extras/model.prism?wager=player-phoenix", 422, "no process to model"),
    ("/cards/baccarat-extras/odds.json?decks=7", 422, "cannot be 7"),
    ("/cards/nothing/odds.csv", 404, "There is no card &#34;nothing&#34;"),
    ("/lab?card=nothing", 404, "There is no card &#34;nothing&#34;"),
]


@pytest.mark.parametrize(("address", "status", "words"), BAD)
def test_a_bad_address_is_answered_with_a_sentence(client: TestClient, address: str, status: int, words: str) -> None:
    answer = client.get(address, headers={"Accept": "text/html"})
    assert answer.status_code == status
    assert "text/html" in answer.headers["content-type"]
    assert words in answer.text
    script = client.get(address)
    assert script.status_code == status
    assert set(script.json()) == {"code", "message"}
    assert "Traceback" not in answer.text
    assert "<script>alert" not in answer.text


# ---- files


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What the command line writes."""

    def run(*words: str) -> str:
        assert app(words, exit_on_error=False, print_error=False, result_action="return_value") == 0
        return capsys.readouterr().out

    return run


FILES = [
    ("odds.json", ["odds", "CARD", "--json"], "CARD.odds.json"),
    ("odds.csv", ["export", "CARD", "--to", "csv"], "CARD.odds.csv"),
]


@pytest.mark.parametrize("name", sampled_cards())
def test_files_are_what_the_command_line_writes(client: TestClient, name: str, printed: Callable[..., str]) -> None:
    options = {option.name: option.choices[-1] for option in load(name).options.values()}
    given = [word for option, value in options.items() for word in ("--set", f"{option}={value}")]
    for file, words, called in FILES:
        answer = client.get(f"/cards/{name}/{file}", params=options)
        assert answer.text == printed(*(word.replace("CARD", name) for word in words), *given)
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{called.replace("CARD", name)}"'
    assert client.get(f"/cards/{name}/card.yaml").text == load(name).origin.text


def test_models_and_strategy_charts_are_what_the_command_line_writes(
    client: TestClient, tmp_path: Path, printed: Callable[..., str]
) -> None:
    chosen = {"wager": "cash-out", "table": "3", "come-out": "off"}
    words = ("--wager", "cash-out", "--table", "3", "--set", "come-out=off")
    model = client.get("/cards/cash-out-craps/model.prism", params=chosen)
    assert model.text == printed("export", "cash-out-craps", "--to", "prism", *words)
    assert model.headers["Content-Disposition"] == 'attachment; filename="cash-out-craps.cash-out.3.prism"'
    printed("strategy", "cash-out-craps", *words, "--svg", str(tmp_path / "chart.svg"))
    drawn = client.get("/cards/cash-out-craps/strategy.svg", params=chosen)
    assert drawn.text == (tmp_path / "chart.svg").read_text(encoding="utf-8")
    assert drawn.headers["Content-Type"].startswith("image/svg+xml")


def test_every_file_on_a_page_can_be_had(client: TestClient) -> None:
    page = client.get("/cards/cash-out-craps?table=4&take-back=no").text
    links = [html.unescape(link) for link in re.findall(r'href="([^"]*)" download', page)]
    assert len(links) == 5 + len(DOCUMENTS)
    for link in links:
        assert client.get(link).status_code == 200
    assert "/cards/cash-out-craps/odds.json?take-back=no&table=4" in links


def test_a_card_with_the_wagers_of_its_base_game_is_laid_alone() -> None:
    """A layout is recognized by the outcomes that win its wagers, so that no bet has two places."""
    for card_id in card_ids():
        _, laid = practice_cards(Practice(card=card_id))
        has_base = {"player", "banker", "tie"} <= {terms.wager for terms in load(card_id).terms()}
        assert len(laid) == (1 if has_base or card_id in GAMES else 2), card_id


def test_a_practice_table_opens_with_the_options_of_the_page(client: TestClient) -> None:
    page = client.get("/cards/cash-out-craps?table=4&take-back=no").text
    fields = {
        name: json.loads(html.unescape(value))
        for name, value in re.findall(r'name="(options|tables)" data-kind="json" value="([^"]*)"', page)
    }
    assert fields["tables"] == {"cash-out": "4"}
    assert fields["options"]["take-back"] == "no"
    answer = client.post("/api/practice", json={"card": "cash-out-craps", **fields})
    assert answer.status_code == 201
    assert client.get(answer.json()["go"]).status_code == 200
    refused = client.post("/api/practice", json={"card": "cash-out-craps", "options": {"x": "y"}})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-card")


# ---- rules and charts


def test_rules_are_said_from_the_terms() -> None:
    said = rules(load("repeater-bets-plus"))
    assert ("Betting", "Bet before any roll, as long as the wager has no lammers yet.") in said.shared
    four = next(one for one in said.wagers if one.group == "repeating-4")
    won = "The wager wins when a total of 4 has been rolled four times before a total of 7 is rolled."
    assert four.rule == ("Wins", won)
    assert ("Offers", "Surrender at 2 for 7 for 1 or at 3 for 21 for 1.") in four.own
    assert ("Envy bonus", "4x of the wager, paid to the dealer when the wager wins.") in four.own
    without = rules(load("repeater-bets-plus"), {"surrender": "no"})
    assert not any(label == "Offers" for one in without.wagers for label, _ in one.own)
    ladder = rules(load("cash-out-craps"), {"come-out": "off", "line-bet-required": "yes"}).wagers[0]
    assert ("Rolls that count", "Only while a point is on.") in ladder.own
    assert ("Requires", "You must also have a bet on Pass or Don't Pass (craps).") in ladder.own
    assert ladder.pays is not None
    assert ladder.pays.rows[0] == ("4, if cashed out", "1 to 1", "1 to 1", "–", "–")
    assert [row[0] for row in ladder.pays.rows][-1] == "10"


@pytest.mark.parametrize("name", sampled_cards())
def test_charts_are_sound_svg_with_title_and_description(name: str) -> None:
    seen = set()
    for entry in load(name).odds():
        if entry.bet is None or entry.terms.group in seen:
            continue
        seen.add(entry.terms.group)
        for text in (outcome_chart(entry), duration_chart(entry, enough(entry.rolls(30)), "roll")):
            root = ET.fromstring(text)
            tags = [child.tag.rsplit("}", 1)[1] for child in root]
            assert tags[:2] == ["title", "desc"]
            assert all(child.text for child in root[:2])
            assert 'style="' not in text
            width = float(root.attrib["viewBox"].split()[2])
            for rect in root.findall("{http://www.w3.org/2000/svg}rect"):
                assert 0 <= float(rect.attrib["x"]) + float(rect.attrib["width"]) <= width
                assert float(rect.attrib["height"]) > 0


# ---- the lab


def lab(client: TestClient, text: str, before: str = "") -> Any:
    body = urlencode({"text": text, "before": before})
    return client.post("/lab/check", content=body, headers={"Content-Type": "application/x-www-form-urlencoded"})


def told(answer: Any) -> str:
    """The message in the lab, as text."""
    assert answer.status_code == 200
    found = re.search(r"<pre[^>]*>(.*?)</pre>", answer.text, re.DOTALL)
    assert found is not None, answer.text
    return html.unescape(found[1])


def broken() -> Iterator[str]:
    for path in sorted((ROOT / "invalid").glob("*.yaml")):
        data = path.read_bytes()
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            continue  # a browser sends text
        if b"\r" not in data:
            yield path.stem


@pytest.mark.parametrize("name", list(broken()))
def test_the_lab_says_what_the_command_line_says(client: TestClient, name: str) -> None:
    text = (ROOT / "invalid" / f"{name}.yaml").read_bytes().decode("utf-8-sig")
    with pytest.raises(CardError) as caught:
        loads(text).odds()
    answer = lab(client, text)
    assert told(answer) == str(caught.value)
    assert f'data-line="{caught.value.line}"' in answer.text
    assert f"Go to line {caught.value.line}, column {caught.value.column}" in answer.text


def test_the_lab_opens_with_an_example_or_a_card_in_order(client: TestClient) -> None:
    page = client.get("/lab")
    assert example() in html.unescape(page.text)
    assert 'class="fault-box"' not in page.text
    for name in sampled_cards():
        page = client.get("/lab", params={"card": name})
        assert load(name).origin.text in html.unescape(page.text)
        assert 'class="fault-box"' not in page.text


def test_a_pay_is_changed_and_the_edge_moves(client: TestClient) -> None:
    before, after = example(), example().replace("9 for 1", "10 for 1")
    rows = tables(lab(client, after, before).text)["House edge"]
    old, new = (loads(text).odds()["six"].house_edge for text in (before, after))
    assert old is not None
    assert new is not None
    assert rows[-1][-3:] == [percent(old), percent(new), f"▼ −{percent(old - new)}"]
    assert rows[1][-1] == "none"
    renamed = tables(lab(client, after.replace("  six:", "  sixes:"), before).text)["House edge"]
    assert renamed[-1][-3:] == ["new", percent(new), "–"]
    unfinished = tables(lab(client, after, "card: x").text)["House edge"]
    assert unfinished[-1][-2:] == [percent(new), "none"]


def test_the_lab_opens_with_the_options_of_the_card_page(client: TestClient) -> None:
    """Every option of every card at every value becomes the default of the text."""
    for card in map(load, sampled_cards()):
        for option in card.options.values():
            for value in option.values:
                text = with_options(card, {option.name: value})
                found = catalogue.loads(text)
                if option.many:
                    assert set(found.options[option.name].by_table.values()) == {value}
                else:
                    assert found.settled() == card.settled({option.name: value})
    page = client.get("/cards/cash-out-craps?come-out=off")
    assert 'href="/lab?card=cash-out-craps&amp;come-out=off"' in page.text
    assert "default: off" in client.get("/lab?card=cash-out-craps&come-out=off").text
    assert client.get("/lab?card=cash-out-craps&come-out=perhaps").status_code == 422


def test_a_practice_table_opens_with_the_text_of_the_lab(client: TestClient) -> None:
    answer = client.post("/api/practice", json={"text": example()})
    assert answer.status_code == 201
    assert "Six Appeal" in client.get(answer.json()["go"]).text
    refused = client.post("/api/practice", json={"text": example().replace("9 for 1", "9")})
    assert refused.status_code == 422
    assert 'does not say "to" or "for"' in refused.json()["message"]


UNSOLVED = (
    f"{HEAD}ends: seven-out\nwagers:\n  one:\n    pays:\n"
    + "".join(f"    - {{when: {n} rolled 6 times, pays: 3 to 1}}\n" for n in (4, 5, 6, 8))
    + "    - {when: any of two, pays: 3 to 1}\n  two: {wins: all of 4 5 6 8 9 10 made, pays: 3 to 1}\n"
)
TEXTS = {
    name: text
    for name, text in (YAML | LARGE | HEAVY).items()
    if isinstance(text, str) and len(text) < BODY_MAX  # larger ones are refused unread
}


def test_hostile_cards_get_a_verdict_or_a_sentence(client: TestClient) -> None:
    for name, text in (TEXTS | {"no method": UNSOLVED}).items():
        answer = lab(client, text)
        assert answer.status_code == (200 if len(urlencode({"text": text, "before": ""})) <= BODY_MAX else 413), name
    assert "cannot be solved" in told(lab(client, UNSOLVED))
    refused = client.post("/api/practice", json={"text": UNSOLVED})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-card")


@pytest.mark.usefixtures("computed_here")
def test_a_card_of_a_thousand_ladders_does_not_hold_the_lab(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pricing stops when the time is over: by a clock that goes a second each time it is read, after two plays."""
    solved: list[str] = []

    def counted(bet: Any, chance: Any, play: Any) -> Any:
        solved.append(bet.terms.wager)
        return price_play(bet, chance, play)

    monkeypatch.setattr("rackcard.web.routes.lab.monotonic", count().__next__)
    monkeypatch.setattr("rackcard.web.routes.lab.price_play", counted)
    ladder = "{{5: 1 to 1, 6: 3 to 1, 7: 5 to 1, 8: 10 to 1, 9: 25 to 1, 10: {} to 1}}"
    wagers = "".join(
        f"  w{i}:\n    counts: different numbers rolled\n    cash out: at any pay\n    pays:\n"
        + "".join(f"      {table}: {ladder.format(50 + 16 * i + table)}\n" for table in range(16))
        for i in range(64)
    )
    answer = lab(client, f"{HEAD}ends: seven-out\nwagers:\n{wagers}")
    assert solved == ["w0", "w0"]
    assert "takes longer than one request allows" in answer.text


def test_a_form_that_is_none_is_refused(client: TestClient) -> None:
    for body in (b"&" * 1000, b"text=%ff%fe", b"\xff\xfe", b""):
        assert client.post("/lab/check", content=body).status_code in (200, 422)


@pytest.mark.usefixtures("computed_here")
def test_slow_cards_are_told_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rackcard.web.routes.lab.SECONDS_MAX", -1.0)
    answer = lab(client, example() + "# slow\n")
    assert "takes longer than one request allows" in answer.text
    assert '<h2 id="rules-head">Rules</h2>' in answer.text
    assert 'name="tries" value="1"' in answer.text  # the page asks again by itself, but not for ever
    for tries, again in (("11", False), ("3", True), ("99", False), ("x", False)):
        answer = client.post("/lab/check", data={"text": example() + "# slow\n", "before": "", "tries": tries})
        assert ("Still working" in answer.text) is again


# ---- scripts in cards


def harmful() -> str:
    """A card whose every free text means harm."""
    quoted = json.dumps(HARM)
    return (
        f"card: harm\ntitle: {quoted}\nabout: {quoted}\ngame: craps\nsource: {quoted}\nends: <o>\n"
        f"options:\n  o:\n    why: {quoted}\n    values: {{{quoted}: any seven, out: seven-out}}\n"
        f"    default: {quoted}\n"
        f"wagers:\n  one: {{name: {quoted}, also: {quoted}, source: {quoted}, wins: 2 rolled 2 times, pays: 9 to 1}}\n"
        f"  two:\n    name: {quoted}\n    counts: different numbers rolled\n"
        "    pays: {8: 10 to 1, 9: 20 to 1, 10: 30 to 1}\n    cash out: at any pay\n"
    )


def escaped(page: str) -> None:
    assert "<script>alert" not in page
    assert "</textarea></title>" not in page
    assert "&lt;script&gt;" in page
    assert "{{7*7}}" in page
    assert not re.search(r"<[^>]*alert\(1\)</script>\"'", page)


@pytest.mark.usefixtures("computed_here")
def test_scripts_in_cards_are_text(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    escaped(lab(client, harmful()).text)
    escaped(lab(client, harmful().replace("about: ", "abuot: ")).text)
    harm: RackCard = loads(harmful())
    monkeypatch.setattr(cardpages, "card_ids", lambda: ("harm",))
    monkeypatch.setattr(cardpages, "load", lambda name: harm)
    for address in ("/cards/harm", "/cards/harm?o=out", "/cards/harm?wager=two", "/lab?card=harm"):
        page = client.get(address)
        assert page.status_code == 200
        escaped(page.text)
        assert 'style="' not in page.text
    drawn = client.get("/cards/harm/strategy.svg?wager=two")
    ET.fromstring(drawn.text)
    assert "<script>" not in drawn.text
    for file in ("odds.json", "odds.csv", "card.yaml", "strategy.svg?wager=two", "model.prism?wager=one"):
        answer = client.get(f"/cards/harm/{file}")
        assert re.fullmatch(r'attachment; filename="[a-z0-9.-]+"', answer.headers["Content-Disposition"])
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_pages_name_no_side_bet_and_hold_nothing_the_policy_blocks() -> None:
    names = {name.lower() for name in side_bet_names()}
    for path in [*WEB.glob("templates/*.html"), *WEB.glob("static/*.js"), WEB / "routes" / "example.yaml"]:
        text = path.read_text(encoding="utf-8")
        for name in names:
            assert not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text.lower()), (path.name, name)
        assert not re.search(r"""\sstyle=["']|<script>|\son[a-z]+=["']""", text), path.name


# ---- what is found once is kept


@pytest.mark.usefixtures("computed_here")
def test_a_page_loaded_again_prices_words_and_draws_nothing_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rackcard.web.routes.lab.SECONDS_MAX", 3600.0)  # what is cut short is not kept
    kept = (cardpages.priced, cardpages.reviewed, cardpages.worded, cardpages.best_play, cardpages.picture, _evaluate)
    for address in (*(f"/cards/{name}" for name in sampled_cards()), "/lab"):
        client.get(address)
        before = [one.cache_info() for one in kept]
        assert client.get(address).status_code == 200
        after = [one.cache_info() for one in kept]
        assert [one.misses for one in after] == [one.misses for one in before], address
        assert sum(one.hits for one in after) > sum(one.hits for one in before), address


PRINTED_FILES = [name for name, _, _ in DOCUMENTS]


@pytest.mark.parametrize("name", PRINTED_FILES)
def test_a_card_page_offers_the_printed_files_that_the_command_line_makes(client: TestClient, name: str) -> None:
    what: Any
    to: Any
    card = load("cash-out-craps")
    page = client.get(f"/cards/{card.id}").text
    assert f'href="/cards/{card.id}/print/{name}"' in page
    answer = client.get(f"/cards/{card.id}/print/{name}")
    what, _, to = name.partition(".")
    assert answer.status_code == 200
    assert answer.content == file_of(card, what, to)
    assert answer.headers["content-disposition"] == f'attachment; filename="{card.id}-{name}"'


def test_a_printed_file_follows_the_options_and_bad_ones_get_a_sentence(client: TestClient) -> None:
    card = load("dice-works")
    answer = client.get("/cards/dice-works/print/strategy-card.pdf?ends=any-seven&table=1")
    assert answer.content == file_of(card, "strategy-card", "pdf", options={"ends": "any-seven"}, table="1")
    for bad in ("poster.pdf", "review.exe", "review", "rack-card.xlsx"):
        answer = client.get(f"/cards/dice-works/print/{bad}")
        assert answer.status_code == 422, bad
        assert "Traceback" not in answer.text


def test_wagers_on_places_go_by_their_title_on_every_page() -> None:
    """The name that the card gives a wager, not its id, and without a place."""
    straight = {terms.title for terms in load("roulette").terms() if terms.group == "straight"}
    assert straight == {"Straight up"}
    assert "Straight up" in summary("roulette").wagers
    assert ("Straight up (each place)",) in {row[:1] for row in moves(None, load("roulette").odds()).rows}
