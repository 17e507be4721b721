"""The same document as one web page: nothing is fetched, and every word of a card is escaped."""

from rackcard.report.documents.content import (
    Block,
    Callout,
    Charts,
    Clause,
    Columns,
    Conclusion,
    Document,
    Facts,
    Fractions,
    Heading,
    Para,
    Picture,
    PrintedTable,
    Signature,
    Strip,
    Tiles,
)
from rackcard.report.writers.card_html import CARD_STYLE, card_markup, pictured
from rackcard.report.writers.escaping import escape
from rackcard.wording.printing import DRAFT, DRAFT_REASON, document_name

STYLE = (
    """
:root{color-scheme:light dark}
body{font:16px/1.45 "Libertinus Serif",Georgia,serif;color:#111;background:#fff}
body{max-width:60rem;margin:0 auto;padding:1rem}
body.card{max-width:30rem}
header{border-bottom:2px solid #111;margin-bottom:1rem}
.card header{background:#111;color:#fff;text-align:center;padding:.5rem}
header p{margin:.2rem 0}h1{margin:.2rem 0}h2,h3{margin:1.4rem 0 .4rem}h2:not(.part){font-size:1.17rem}
.part{border-top:2px solid #111;padding-top:.6rem;break-before:page}
table{border-collapse:collapse;width:100%;margin:.5rem 0}caption{text-align:left;font-weight:bold;padding:.3rem 0}
th,td{padding:.15rem .4rem;text-align:left;vertical-align:top;border-top:1px solid #999}
thead th{border-top:2px solid #111;border-bottom:2px solid #111}
.scroll{overflow-x:auto}.sheet .scroll td:first-child{min-width:9rem}
.figure{text-align:right;white-space:nowrap;font-variant-numeric:lining-nums tabular-nums}
.below td{border-top:0;padding-top:0;font-size:.8rem;overflow-wrap:anywhere}.sheet .below td{font-family:monospace}
.strong td{font-weight:bold}dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem}
dt{font-weight:bold}dd{margin:0;overflow-wrap:anywhere;min-width:0}
.small,.note{font-size:.85rem}.charts{display:flex;flex-wrap:wrap;gap:1rem}
.charts svg{max-width:100%;height:auto;background:#fff}
footer{font:11px monospace;color:#333;margin-top:2rem;overflow-wrap:anywhere;white-space:pre-line}
@media screen and (prefers-color-scheme:dark){body{color:#eee;background:#161616}header,.part{border-color:#eee}
.card header{background:#eee;color:#111}thead th{border-color:#eee}footer{color:#bbb}}
.columns{display:flex;flex-wrap:wrap;gap:0 2rem}.columns>div{flex:1 1 20rem;min-width:0}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:1rem;margin:1rem 0}
.tiles>div{border-left:3px solid #d9b45b;padding-left:.6rem;font-size:.85rem}.tiles b{display:block;font-size:1.6rem}
.tiles .player{border-color:#c2412d}.callout{background:#ecf1ec;color:#111;padding:.5rem .7rem;border-radius:4px}
.verdict{background:#7a5c14;color:#fff;padding:.6rem 1rem;border-radius:5px}.verdict.fault{background:#a3241a}
.verdict.good{background:#0f3d2e}.verdict b{font-size:1.5rem}
.callout.fault{background:#f8e1dc}.filed td{background:#f2e5c4;color:#111}.player td{background:#f8e1dc;color:#111}
.clause{display:grid;grid-template-columns:2.6rem 1fr auto;gap:.6rem;margin:.45rem 0}.clause ol{margin:.2rem 0}
.draft{border:3px solid #a3241a;background:#f8e1dc;color:#111;padding:.4rem .7rem}.draft b{font-size:1.4rem}
.strip td{text-align:center}.strip svg{height:1.4rem;width:auto}
.signature{display:flex;gap:2rem;margin-top:3rem}.signature span{flex:1;border-top:1px solid}
@media print{table,svg{break-inside:avoid}.scroll{overflow:visible}}
""".strip()
    + CARD_STYLE
)


def web_page(document: Document) -> str:
    """A self-contained page."""
    kind = "card" if document.what.endswith("card") else "sheet"
    house = f"<p>{escape(document.house)}</p>" if document.house else ""
    subtitle = f"<p>{escape(document.subtitle)}</p>" if document.subtitle else ""
    dated = escape(document.date or "undated")
    draft = f'<p class="draft"><b>{escape(DRAFT)}</b> {escape(DRAFT_REASON)}</p>' if document.draft else ""
    blocks = [block for side in document.sides for block in side]
    parts = [place for place, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 1]
    first = parts[0] if parts else len(blocks)
    body = "\n".join(_block(block, "h3" if place > first else "h2") for place, block in enumerate(blocks))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(document.title)}, {escape(document.subtitle or document_name(document.what))}</title>"
        f'<style>{STYLE}</style></head><body class="{kind}">\n'
        f"<header>{house}<h1>{escape(document.title)}</h1>{subtitle}<p>{dated}</p></header>{draft}\n"
        f"<main>\n{body}\n</main>\n<footer>{escape(document.foot)}</footer></body></html>\n"
    )


def _block(block: Block, passage: str) -> str:
    """A block as markup; a passage's heading follows the title where the document has no parts."""
    match block:
        case Heading(level=1):
            return f'<h2 class="part">{escape(block.text)}</h2>{_after(block)}'
        case Heading():
            number = f"{escape(block.number)} " if block.number else ""
            return f"<{passage}>{number}{escape(block.text)}</{passage}>{_after(block)}"
        case Para():
            lead = f"<strong>{escape(block.lead)}</strong> " if block.lead else ""
            return f"<p{_class('small', block.small)}>{lead}{escape(block.text)}</p>"
        case Facts():
            return "<dl>" + "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in block.pairs) + "</dl>"
        case Fractions():
            rows = (
                f"<dt>{escape(name)}</dt><dd>{escape(shown)} = {escape(exact)}</dd>"
                for name, shown, exact in block.rows
            )
            return f'<dl class="exact">{"".join(rows)}</dl>'
        case Charts():
            return '<div class="charts">' + "".join(svg for svg, _, _ in block.pictures) + "</div>"
        case PrintedTable():
            return _table(block)
        case Columns():
            parts = ("\n".join(_block(one, passage) for one in column) for column in block.columns)
            return '<div class="columns">' + "".join(f"<div>{part}</div>" for part in parts) + "</div>"
        case Strip():
            return _strip(block)
        case Clause():
            return _clause(block, passage)
        case Signature():
            return '<p class="signature">' + "".join(f"<span>{escape(label)}</span>" for label in block.labels) + "</p>"
        case Tiles() | Callout() | Conclusion():
            return _set_off(block)
        case _:
            return card_markup(block)


def _after(heading: Heading) -> str:
    return f"<p>{escape(heading.after)}</p>" if heading.after else ""


def _set_off(block: Tiles | Callout | Conclusion) -> str:
    """Key figures, callouts and verdicts."""
    if isinstance(block, Tiles):
        tiles = (
            f"<div{_class('player', tile.player)}>{escape(tile.label)}<b>{escape(tile.value)}</b>"
            f"{escape(tile.note)}</div>"
            for tile in block.tiles
        )
        return f'<div class="tiles">{"".join(tiles)}</div>'
    if isinstance(block, Conclusion):
        figure = f"<p><b>{escape(block.figure)}</b> {escape(block.note)}</p>" if block.figure else ""
        lines = "".join(f"<p>{escape(line)}</p>" for line in block.lines)
        return f'<div class="verdict {block.tone}"><p><b>{escape(block.title)}</b></p>{lines}{figure}</div>'
    return f'<p class="callout {block.tone}">{_lead(block.lead)}{escape(block.text)}</p>'


def _lead(words: str) -> str:
    return f"<strong>{escape(words)}</strong> " if words else ""


def _clause(block: Clause, passage: str) -> str:
    """A numbered rule with what belongs to it."""
    items = "".join(f"<li>{escape(item)}</li>" for item in block.items)
    points = f'<ol type="a">{items}</ol>' if items else ""
    below = "\n".join(_block(one, passage) for one in block.below)
    return (
        f'<div class="clause"><span>{escape(block.number)}</span><div>{_lead(block.lead)}{escape(block.text)}{points}'
        f"{below}</div><span>{escape(block.source)}</span></div>"
    )


def _strip(block: Strip) -> str:
    """The outcomes of an example, side by side."""
    rows = "".join(
        f'<tr><th scope="row">{escape(label)}</th>{"".join(f"<td>{_cell(value)}</td>" for value in values)}</tr>'
        for label, values in block.rows
    )
    note = f"<p>{escape(block.note)}</p>" if block.note else ""
    box = f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(block.rows[0][0])}">'
    return f'{box}<table class="strip">{rows}</table></div>{note}'


def _cell(value: str | Picture) -> str:
    return pictured(value) if isinstance(value, Picture) else escape(value)


def _class(name: str, given: bool) -> str:
    return f' class="{name}"' if given else ""


def _table(table: PrintedTable) -> str:
    def cells(row: tuple[str | Picture, ...], tag: str, scope: str = "") -> str:
        return "".join(
            f"<{tag}{scope}{_class('figure', i in table.figures)}>{_cell(cell)}</{tag}>" for i, cell in enumerate(row)
        )

    rows = []
    for row in table.rows:
        kinds = " ".join(kind for kind in ("strong", "filed", "player") if getattr(row, kind))
        rows.append(f"<tr{_class(kinds, bool(kinds))}>{cells(row.cells, 'td')}</tr>")
        if row.below:
            rows.append(f'<tr class="below"><td colspan="{len(table.columns)}">{escape(row.below)}</td></tr>')
    caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    if not table.columns:
        return note
    heads = cells(table.columns, "th", ' scope="col"')
    head = f"<thead><tr>{heads}</tr></thead>"
    # On a narrow screen the table is moved within its box, also by keyboard.
    name = escape(table.title or table.columns[0])
    box = f'<div class="scroll" role="region" tabindex="0" aria-label="{name}">'
    return f"{box}<table>{caption}{head}<tbody>{''.join(rows)}</tbody></table></div>{note}"
