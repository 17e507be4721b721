"""The journal of the house: for supervisors, as a page and as CSV."""

import io
from collections.abc import Iterator

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse
from starlette.responses import Response

from rackcard.table.log.codec import canonical
from rackcard.table.log.journal import Journal
from rackcard.tabular import CsvWriter
from rackcard.web.deps import JournalDep, PersonDep
from rackcard.web.render import render
from rackcard.web.routes.office import verify_office
from rackcard.wording.journal import journal_sentence

router = APIRouter(include_in_schema=False)
SHOWN_MAX = 300
COLUMNS = ("seq", "at", "who", "kind", "facts", "hash")


@router.get("/journal", response_model=None)
def journal_page(request: Request, journal: JournalDep, person: PersonDep) -> HTMLResponse | RedirectResponse:
    """The newest entries, the newest first."""
    if person is None:
        return RedirectResponse("/login?next=/journal", 303)
    verify_office(person)
    entries = [(entry, journal_sentence(entry.kind, entry.facts)) for entry in journal.newest(SHOWN_MAX)]
    return render(request, "journal.html", person, entries=entries, most=SHOWN_MAX)


@router.get("/journal.csv", response_model=None)
def journal_csv(journal: JournalDep, person: PersonDep) -> Response:
    """Every entry, the oldest first."""
    verify_office(person)
    headers = {"Content-Disposition": 'attachment; filename="journal.csv"'}
    return StreamingResponse(_rows(journal), media_type="text/csv", headers=headers)


def _rows(journal: Journal) -> Iterator[str]:
    text = io.StringIO()
    writer = CsvWriter(text)
    writer.row(COLUMNS)
    for entry in journal.entries():
        writer.row([entry.seq, entry.at, entry.who, entry.kind, canonical(entry.facts), entry.hash])
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()
