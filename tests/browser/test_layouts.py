"""Layouts on a page: whatever the card and the width, no printing is cut off, runs into another or is too small."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from rackcard.card import card_ids, load
from rackcard.table.state import Table
from rackcard.web import fragments
from rackcard.web.render import templates
from rackcard.web.views.felt import Felt, felt
from tests.support.felt_zones import MADE_UP, legal_cards, played, styles, table_with

WRITTEN = Path(__file__).parent.parent / "phrase_cards"
MEASURE = """() => {
  const faults = [];
  const cut = (one, frame, near = 2.5) => one.left < frame.left - near || one.right > frame.right + near
    || one.top < frame.top - near || one.bottom > frame.bottom + near;
  const inner = (text) => { // without the space above and below the letters
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const isUpright = /rotate\\(-?90/.test(text.getAttribute("transform"));
    const spare = isUpright ? 0 : (bottom - top) * .22;
    return { left, right, top: top + spare, bottom: bottom - spare };
  };
  for (const part of document.querySelectorAll(".layout .part")) {
    const drawing = part.querySelector(".drawing"), frame = part.getBoundingClientRect();
    if (!frame.width) continue;
    const title = `${part.closest("[data-card]").dataset.card}, ${part.dataset.part}`, texts = [];
    for (const text of drawing.querySelectorAll("text")) {
      if (!text.getClientRects().length || text.closest(".stack, .puck-mark, .came-mark, .wheel")) continue;
      const box = inner(text), spot = text.closest(".spot"), words = text.textContent.trim();
      const { a, b } = text.getScreenCTM(), size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
      if (!words) continue;
      if (size < 11.8) faults.push(`${title}: "${words}" is ${size.toFixed(1)}px`);
      if (cut(box, frame)) faults.push(`${title}: "${words}" leaves the part`);
      const shape = [...(spot?.querySelectorAll(".shape") ?? [])].find((one) => one.getClientRects().length);
      if (shape && cut(box, shape.getBoundingClientRect())) faults.push(`${title}: "${words}" leaves its spot`);
      texts.push({ box, words });
    }
    texts.forEach((one, i) => texts.slice(i + 1).forEach((other) => {
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const tall = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 1 && tall > 1) faults.push(`${title}: "${one.words}" lies on "${other.words}"`);
    }));
    for (const tag of drawing.querySelectorAll(".stack .tag")) {
      const box = tag.getBoundingClientRect();
      if (box.width && cut(box, frame, 8)) faults.push(`${title}: a tag leaves the part`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return [...new Set(faults)];
}"""


def tables() -> list[tuple[str, Table]]:
    """Shipped, written and made-up cards that have a layout, bet on and played."""
    cards: list[tuple[str, str, dict[str, Any]]] = [(card, load(card).game.id, {"card": card}) for card in card_ids()]
    for file in sorted(WRITTEN.glob("*.yaml")):
        cards.append((file.stem, load(file).game.ordinary.id, {"text": file.read_text()}))
    cards += [(f"made-up {seed}", card.game.ordinary.id, {"text": text}) for seed, text, card in legal_cards(MADE_UP)]
    opened = ((name, table_with(game, entry)) for name, game, entry in cards)
    return [(name, played(table, Random(5))) for name, table in opened if table is not None]


def drawn(name: str, found: Felt) -> str:
    macros: Any = templates.get_template("layout.html").module
    laid = [board for board in found.boards if board.layout]
    boards = fragments.drawn(lambda: "".join(str(macros.layout(board, True, found)) for board in laid)).text
    return f'<section class="board base" data-card="{name}">{boards}</section>' if boards else ""


@pytest.fixture(scope="module")
def page_text() -> str:
    defs = str(templates.get_template("chips.html").module.defs())  # type: ignore[attr-defined]
    boards = [drawn(name, felt("t1", 1, table, (), 1)) for name, table in tables()]
    assert sum(map(bool, boards)) >= 5
    return f'<!doctype html><style>{styles()}</style><body class="felt">{defs}{"".join(boards)}</body>'


@pytest.mark.parametrize("room", [1090, 932, 752, 362])
def test_nothing_on_any_layout_is_cut_off_or_lies_on_another(room: int, page_text: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": room + 60, "height": 900})
    own = f".board.base {{ width: {room}px; margin: 14px; padding: 0; border: 0 }}"
    page.set_content(page_text.replace("<body", f"<style>{own}</style><body", 1))
    page.evaluate("document.fonts.ready")
    faults = page.evaluate(MEASURE)
    page.close()
    assert not faults, "\n".join(faults)
