"""Zones on a page: whatever the card, nothing is cut off, nothing runs into another, and no type is too small."""

from random import Random

import pytest
from playwright.sync_api import Browser

from rackcard.card import card_ids, load
from rackcard.web import fragments
from rackcard.web.render import templates
from rackcard.web.views.felt import Board
from tests.support.felt_zones import MADE_UP, board_of, legal_cards, played, styles, table_with

MEASURE = """() => {
  const faults = [], near = 1.6;
  const seen = (one) => getComputedStyle(one).visibility !== "hidden" && getComputedStyle(one).display !== "none";
  for (const zone of document.querySelectorAll(".zone")) {
    const title = zone.querySelector(".zone-title").textContent, frame = zone.getBoundingClientRect();
    const words = document.createTreeWalker(zone, NodeFilter.SHOW_TEXT), texts = [];
    while (words.nextNode()) {
      const node = words.currentNode, parent = node.parentElement;
      if (!node.textContent.trim() || parent.closest(".hidden, .chip, .seat, .came-mark") || !seen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const found of range.getClientRects()) {
        if (found.width < 1) continue;
        const around = parent.closest(".circle, .rung, .slot, .round, .spot, .zone");
        const cell = around.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(parent).fontSize), middle = (found.top + found.bottom) / 2;
        const { left, right } = found, box = { left, right, top: middle - size * .36, bottom: middle + size * .36 };
        if (size < 12) faults.push(`${title}: "${node.textContent.trim()}" is ${size}px`);
        const beside = left < cell.left - near || right > cell.right + near;
        if (beside || box.bottom > cell.bottom + near || box.top < cell.top - near)
          faults.push(`${title}: "${node.textContent.trim()}" leaves ${around.className}`);
        texts.push({ box, text: node.textContent.trim(), parent });
      }
    }
    texts.forEach((one, i) => texts.slice(i + 1).forEach((other) => {
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const tall = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (one.parent !== other.parent && wide > 1 && tall > 1)
        faults.push(`${title}: "${one.text}" lies on "${other.text}"`);
    }));
    for (const spot of zone.querySelectorAll(".spot, .rung, .slot, .circle, .pay-row")) {
      const box = spot.getBoundingClientRect();
      if (box.left < frame.left - near || box.right > frame.right + near || box.bottom > frame.bottom + near)
        faults.push(`${title}: ${spot.className} leaves the zone`);
    }
    for (const spot of zone.querySelectorAll("button.spot")) {
      const box = spot.getBoundingClientRect();
      if (Math.min(box.width, box.height) < 24) faults.push(`${title}: ${spot.id} is ${box.width} by ${box.height}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return [...new Set(faults)];
}"""


def boards() -> list[Board]:
    """The shipped side bets and made-up cards, bet on and played."""
    ends = {"dice-works", "parlay-craps", "parlay-craps-with-envy"}
    cards = [(load(card).game.id, {"card": card, "options": {"ends": "any-seven"} if card in ends else {}})
             for card in card_ids() if card != load(card).game.id]  # fmt: skip
    cards += [(card.game.ordinary.id, {"text": text}) for _, text, card in legal_cards(MADE_UP)]
    tables = [table_with(game, entry) for game, entry in cards]
    return [board_of(played(table, Random(7))) for table in tables if table is not None]


@pytest.fixture(scope="module")
def page_text() -> str:
    macros = templates.get_template("zones.html").module
    found = [board for board in boards() if board.zone and not board.layout]
    zones = fragments.drawn(lambda: "".join(str(macros.zone(board, True)) for board in found))  # type: ignore[attr-defined]
    opened = zones.text.replace('zone-fold"', '" open')
    return f'<!doctype html><style>{styles()}</style><body class="felt"><div class="zones">{opened}</div></body>'


@pytest.mark.parametrize(("width", "room"), [(1440, 1090), (390, 362), (640, 600)])
def test_nothing_on_any_zone_is_cut_off_or_lies_on_another(
    width: int, room: int, page_text: str, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.set_content(page_text.replace("<body", f"<style>.zones {{ width: {room}px; margin: 14px }}</style><body"))
    page.evaluate("document.fonts.ready")
    faults = page.evaluate(MEASURE)
    page.close()
    assert not faults, "\n".join(faults)
