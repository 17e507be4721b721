"""The parts of a card that is handed out, as markup: the same facts as on paper, in lists and tables."""

from collections.abc import Iterable
from typing import assert_never

from rackcard.felt.parts import PayFigure
from rackcard.report.documents.card_parts import (
    CardLine,
    CardPart,
    ChoiceBoxes,
    FinePrint,
    GridPanel,
    LadderDrawing,
    LayoutDrawing,
    LossStrip,
    NumberLine,
    NumberSetDrawing,
    PayHeading,
    PayPanel,
    RepeatDrawing,
    StepList,
)
from rackcard.report.documents.content import ExampleBox, ExampleCase, Picture
from rackcard.report.writers.escaping import escape

CARD_STYLE = """
.marks b{display:inline-block;min-width:1.6em;line-height:1.6em;margin:.1em;border:1.5px solid;border-radius:1em}
.marks b{text-align:center}.marks .end{background:#c2412d;color:#fff;border-radius:3px}.pay{font-weight:bold}
.wager{border-top:1px solid #999;padding:.3rem 0}.wager h3{margin:.2rem 0;font-size:1rem}
.wager p{display:flex;justify-content:space-between;gap:1rem;margin:.2rem 0}.wager .pay{white-space:nowrap}
.strip{background:#c2412d;color:#fff;padding:.5rem;text-align:center;font-weight:bold}.line{text-align:center}
.choices{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}.choices p,.case{background:#ecf1ec;color:#111}
.choices p,.case{padding:.5rem;border-radius:4px;margin:.3rem 0}.case svg,td svg{height:1.6em;width:auto}
"""

Part = CardPart | ExampleBox | ExampleCase


def pictured(one: Picture) -> str:
    """A picture in a line of text."""
    return one.svg


def card_markup(part: Part) -> str:
    """A part as markup."""
    match part:
        case NumberLine():
            marks = (f"<b{' class=end' if one.is_end else ''}>{escape(one.text)}</b>" for one in part.marks)
            return f'<p class="marks">{" ".join(marks)}</p>'
        case LadderDrawing():
            rows = "".join(
                f"<tr><td>{escape(one.label)}</td><td class=figure>{_pay(one.pay)}</td></tr>" for one in part.rungs
            )
            return f"{_named(part.title, part.note)}<table><tbody>{rows}</tbody></table>"
        case NumberSetDrawing():
            return _wager(part.name, part.note, f"<p>{_marks(part.marks)}{_pay(part.pay)}</p>")
        case RepeatDrawing():
            return _repeats(part)
        case PayPanel():
            return _panel(part)
        case GridPanel():
            cells = (f"<p>{_marks(cell.labels)}{_pay(cell.pay)}</p>" for cell in part.cells)
            return _wager(part.name, part.note, "".join(cells))
        case PayHeading():
            return f"<h2>{escape(part.text)}</h2>" + (f"<p>{escape(part.note)}</p>" if part.note else "")
        case LossStrip():
            return f'<p class="strip">{escape(part.text)}</p>'
        case CardLine():
            return f'<p class="line">{escape(" · ".join(part.parts))}</p>'
        case _:
            return _back(part)


def _back(part: StepList | ExampleBox | ExampleCase | ChoiceBoxes | FinePrint | LayoutDrawing) -> str:
    match part:
        case LayoutDrawing():
            notes = (f"<li>{escape(row.note)}</li>" for row in part.rows if row.note)
            facts = (f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in part.block)
            items = (item for row in part.rows for item in row.items if item.shape == "box" or item.shape == "text")
            lines = (f"<li>{escape(item.text)} {_pay(item.pay) if item.pay else ''}</li>" for item in items)
            lists = f"<ul>{''.join(lines)}</ul><ol type=A>{''.join(notes)}</ol>"
            return f"{lists}<p>{escape(part.dimensions)}</p><dl>{''.join(facts)}</dl>"
        case StepList():
            steps = (f"<li><strong>{escape(lead)}</strong> {escape(rest)}</li>" for lead, rest in part.steps)
            return f"<ol>{''.join(steps)}</ol>"
        case ExampleBox():
            return _example(part)
        case ExampleCase():
            drawn = "".join(pictured(one) for one in part.pictures)
            told = f"{escape(part.wager)}: {escape(part.terms)} <strong>{escape(part.result)}</strong>"
            return f'<p class="case">{drawn} {escape(part.caption)}<br>{told}</p>'
        case ChoiceBoxes():
            boxes = (f"<p><strong>{escape(one.lead)}</strong><br>{escape(one.text)}</p>" for one in part.boxes)
            return f'<div class="choices">{"".join(boxes)}</div>'
        case FinePrint():
            return "".join(f'<p class="small">{escape(one)}</p>' for one in part.lines)
        case _:
            assert_never(part)


def _pay(pay: PayFigure) -> str:
    return f'<span class="pay">{escape(pay.text)}</span>'


def _marks(marks: Iterable[str]) -> str:
    return f'<span class="marks">{" ".join(f"<b>{escape(mark)}</b>" for mark in marks)}</span>'


def _named(name: str, note: str) -> str:
    small = f" <small>{escape(note)}</small>" if note else ""
    return f"<h3>{escape(name)}{small}</h3>" if name else f"<p>{escape(note)}</p>" if note else ""


def _wager(name: str, note: str, body: str) -> str:
    return f'<div class="wager">{_named(name, note)}{body}</div>'


def _panel(part: PayPanel) -> str:
    rows = (
        f"<p><span>{_marks(part.marks) if part.marks else ''}{escape(row.text)}"
        f"{f'<br><small>{escape(row.below)}</small>' if row.below else ''}</span>{_pay(row.pay)}</p>"
        for row in part.rows
    )
    return _wager(part.name, part.note, "".join(rows))


def _repeats(part: RepeatDrawing) -> str:
    rows = []
    for row in part.rows:
        stops = "".join(f"<td class=figure>{escape(stop)}</td>" for stop in row.stops)
        empty = "<td></td>" * (part.stops - len(row.stops))
        who = _marks(row.marks) if row.marks else escape(row.name)
        rows.append(f"<tr><th>{who}</th>{stops}{empty}<td>{escape(row.envy)}</td></tr>")
    heads = "".join(f"<th scope=col>{count}×</th>" for count in range(1, part.stops + 1))
    head = (
        f"<thead><tr><th scope=col>{escape(part.head)}</th>{heads}<th scope=col>{escape(part.envy)}</th></tr></thead>"
    )
    told = f"<p>{escape(part.note)} {escape(part.unit)}</p>"
    return f"<h2>{escape(part.title)}</h2>{told}<table>{head}<tbody>{''.join(rows)}</tbody></table>"


def _example(part: ExampleBox) -> str:
    rows = "".join(
        f"<tr><td>{pictured(row.picture)} {escape(row.text)}</td>"
        f"<td>{f'{row.filled} of {row.of} ' if row.of else ''}{escape(row.note)}</td>"
        f"<td class=figure>{escape(row.amount)}</td></tr>"
        for row in part.rows
    )
    heads = "".join(f"<th scope=col>{escape(head)}</th>" for head in part.heads)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table><p>{escape(part.closing)}</p>"
