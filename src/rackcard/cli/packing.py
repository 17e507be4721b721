"""The commands that put a submission together and verify one."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rackcard.cli.arguments import load_rules
from rackcard.cli.common import UsageError, app, write_line
from rackcard.cli.printing import verify_place, write_all
from rackcard.wording import pack as wording


@app.command
def pack(
    house: Annotated[Path, Parameter(help="The path of house rules.")],
    *,
    out: Annotated[Path, Parameter(help="Write the archive to this file.")] = Path("submission.zip"),
    date: Annotated[
        str | None, Parameter(help="The date to print, as in 2026-11-15; by default documents are undated.")
    ] = None,
    jurisdiction: Annotated[
        str, Parameter(help="The profile of the checklist, as in maryland; by default that of the house rules.")
    ] = "",
) -> int:
    """Assemble a submission: every document, the rules, models, figures and a simulation in one archive."""
    from rackcard.report.pack import packed

    verify_place(out)
    made = packed(load_rules(house, "pack"), date, jurisdiction)
    write_all({out: made.archive()})
    write_line(wording.packed(out, len(made.files) + 1, len(made.rules.cards)))
    for item in made.items:
        if item.status != "met":
            write_line(f"  {wording.STATUS[item.status]}: {item.says}" + (f" ({item.detail})" if item.detail else ""))
    return 0


@app.command
def verify(archive: Annotated[Path, Parameter(help="A submission.")]) -> int:
    """Regenerate everything in a submission on this machine; exit 1 if anything differs."""
    from rackcard.report.verify import verify as verified

    found = verified(archive.read_bytes(), archive.name)
    if any(one.code == "not-a-pack" for one in found.differences):
        raise UsageError("refused", reason=found.differences[0].sentence)
    for one in found.differences:
        print(one.sentence)
    if found.not_compared:
        write_line(wording.not_compared(found.not_compared))
    if found.is_reproduced:
        print(wording.verified(found.files, found.figures, found.house))
        return 0
    print(wording.differs(len(found.differences)))
    return 1
