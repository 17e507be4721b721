"""The command that editors start: ``rackcard lsp``."""

from rackcard.cli.common import app


@app.command
def lsp() -> int:
    """Serve an editor on standard input and output: faults as you type, completion, and the exact edge on hover."""
    from rackcard.cli.language_server import language_server

    language_server().start_io()
    return 0
