"""The command line: data on stdout, notes on stderr; exit 0 fine, 1 a finding, 2 bad usage, 3 a bad card."""

import sys
from typing import NoReturn

from rackcard.cli import cards, printing, simulate, tables  # noqa: F401  (they add their commands)
from rackcard.cli.common import app, explained, note


def _fail(message: str, code: int) -> NoReturn:
    note(message)
    sys.exit(code)


def main() -> None:
    """Run a command; errors are sentences on stderr, never traces."""
    from cyclopts import CycloptsError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without our letters shows "?", never a trace
    try:
        code = app(exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        _fail(f"{error}\nTry: rackcard --help", 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        _fail("stopped", 130)
    except (ValueError, LookupError, OSError) as error:
        _fail(*explained(error))
    sys.exit(code if isinstance(code, int) else 0)
