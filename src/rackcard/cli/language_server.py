"""A language server for cards and house rules: faults as one types, completion, and the exact edge on hover."""

from pathlib import Path
from urllib.parse import unquote, urlparse

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from rackcard.api import loads
from rackcard.card import CardError
from rackcard.card.completion import Proposal, complete
from rackcard.card.outline import cursor
from rackcard.card.yaml import Origin
from rackcard.house.problems import problems
from rackcard.house.reader import is_house, read_house
from rackcard.machine import TooLargeError
from rackcard.machine.notes import notes
from rackcard.odds import UnsolvedError
from rackcard.version import __version__
from rackcard.wording import cli as wording
from rackcard.wording.lsp import HoverFacts, hover_text, problem_text
from rackcard.wording.rules import felt_rule

KINDS = {
    "field": types.CompletionItemKind.Field,
    "phrase": types.CompletionItemKind.Value,
    "word": types.CompletionItemKind.Keyword,
    "name": types.CompletionItemKind.Variable,
}
SOURCE = "rackcard"


def language_server() -> LanguageServer:
    """A server that reads each document as it changes."""
    server = LanguageServer(SOURCE, __version__, types.TextDocumentSyncKind.Full)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        publish(server, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        publish(server, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", ":", "<"]))
    def completed(params: types.CompletionParams) -> types.CompletionList:
        text = server.workspace.get_text_document(params.text_document.uri).source
        return completion(text, params.position)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        text = server.workspace.get_text_document(params.text_document.uri).source
        return hover(text, params.position)

    return server


def publish(server: LanguageServer, uri: str) -> None:
    """Send the faults of a document."""
    document = server.workspace.get_text_document(uri)
    found = faults(document.source, Path(unquote(urlparse(uri).path)))
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, document.version))


def faults(text: str, path: Path) -> list[types.Diagnostic]:
    """What ``check`` says of a text, at its place; notes where nothing is wrong."""
    origin = Origin(path.name, text)
    try:
        if is_house(origin):
            read_house(origin, path.parent)
            return []
        card = loads(text, path.name)
    except CardError as error:
        return [_diagnostic(origin, one) for one in problems(error)]
    except (TooLargeError, UnsolvedError, OSError) as error:
        return [types.Diagnostic(_range(0, 0, 0), str(error), types.DiagnosticSeverity.Error, source=SOURCE)]
    return [
        types.Diagnostic(
            _range(0, 0, 0), wording.check_note(one.code, one.facts), types.DiagnosticSeverity.Warning,
            code=one.code, source=SOURCE,
        )
        for one in notes(card)
    ]  # fmt: skip


def _diagnostic(origin: Origin, error: CardError) -> types.Diagnostic:
    line, column = (error.location.line, error.location.column) if error.location.origin is None else (0, 0)
    length = max(len(origin.line(line).rstrip()) - column, 1)
    text = problem_text(error.cause, error.remedy)
    severity = types.DiagnosticSeverity.Error
    return types.Diagnostic(_range(line, column, length), text, severity, code=error.code, source=SOURCE)


def _range(line: int, column: int, length: int) -> types.Range:
    return types.Range(types.Position(line, column), types.Position(line, column + length))


def completion(text: str, at: types.Position) -> types.CompletionList:
    """What may be written at a place of a card."""
    found = complete(text, at.line + 1, at.character + 1)
    replaced = types.Range(types.Position(at.line, found.column - 1), at)
    items = [_item(one, replaced, place) for place, one in enumerate(found.proposals)]
    return types.CompletionList(is_incomplete=True, items=items)


def _item(one: Proposal, replaced: types.Range, place: int) -> types.CompletionItem:
    return types.CompletionItem(
        one.label, kind=KINDS[one.kind], detail=one.hint or None, sort_text=f"{place:03}", filter_text=one.insert,
        text_edit=types.TextEdit(replaced, one.insert),
    )  # fmt: skip


def hover(text: str, at: types.Position) -> types.Hover | None:
    """The rule and the exact edge of the wager that a place is in."""
    path = cursor(text, at.line + 1, len(text.split("\n")[at.line]) + 1).path
    if len(path) < 2 or path[0] != "wagers":
        return None
    try:
        card = loads(text)
        priced = card.odds(wager=path[1])
    except (CardError, ValueError, LookupError):
        return None
    facts = [
        HoverFacts(one.name, one.table, one.play, felt_rule(one.terms, card.game.unit), one.house_edge, one.hit)
        for one in priced.wagers
    ]
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, hover_text(facts))) if facts else None
