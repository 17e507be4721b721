"""The command line: data on stdout, notes on stderr; exit 0 success, 1 a finding, 2 bad usage, 3 a bad card."""

import sys

from rackcard.cli import accounts, cards, completion, lsp, packing, printing, settle, simulate, tables  # noqa: F401  (they add their commands)
from rackcard.cli.common import QUIET, app, explained, note, set_quiet, write_line
from rackcard.cli.letters import LETTERS
from rackcard.cli.parsing import command_of, parse_error
from rackcard.cli.standard_input import read_by_name
from rackcard.extras import extra_for


def main() -> None:
    """Run a command; errors are sentences on stderr, never tracebacks."""
    from cyclopts import CycloptsError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=LETTERS)  # a terminal without our letters shows plain ones instead of failing
    try:
        words = sys.argv[1:]
        set_quiet(QUIET in words)
        words = read_by_name([word for word in words if word != QUIET])
        code = app(words, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        note("try-help", error=str(parse_error(error)), command=command_of(error))
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        note("stopped")
        sys.exit(130)
    except ModuleNotFoundError as error:
        if (extra := extra_for(error)) is None:
            raise
        note("missing-extra", package=(error.name or "").partition(".")[0], extra=extra)
        sys.exit(2)
    except (ValueError, LookupError, OSError) as error:
        message, code = explained(error)
        write_line(message)
        sys.exit(code)
    sys.exit(code if isinstance(code, int) else 0)
