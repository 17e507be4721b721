"""The language server, asked over standard input and output as an editor asks it."""

import asyncio
import sys
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

CARD = """card: sixes
title: Sixes
about: A six before a seven.
game: craps
source: tests
ends: any seven
wagers:
  six:
    wins: 6 rolled
    pays: 1 to 1
"""
URI = "file:///cards/sixes.yaml"


class _Editor(LanguageClient):
    """An editor that keeps the faults it is sent."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.faults: asyncio.Queue[list[types.Diagnostic]] = asyncio.Queue()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def sent(params: types.PublishDiagnosticsParams) -> None:
            self.faults.put_nowait(list(params.diagnostics))

    async def change(self, version: int, text: str) -> list[types.Diagnostic]:
        document = types.VersionedTextDocumentIdentifier(version, URI)
        whole: Any = types.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))
        return await asyncio.wait_for(self.faults.get(), 30)


async def _session() -> dict[str, Any]:
    """What an editor gets to see of a card that is opened, broken, mended and looked at."""
    editor = _Editor()
    await editor.start_io(sys.executable, "-m", "rackcard", "lsp")
    await editor.initialize_async(types.InitializeParams(types.ClientCapabilities()))
    editor.initialized(types.InitializedParams())
    item = types.TextDocumentItem(URI, "yaml", 1, CARD)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(item))
    seen: dict[str, Any] = {"opened": await asyncio.wait_for(editor.faults.get(), 60)}
    seen["broken"] = await editor.change(2, CARD.replace("6 rolled", "6 roled").replace("1 to 1", "1"))
    here = types.TextDocumentIdentifier(URI)
    at = types.Position(8, len("    wins: 6 ro"))
    seen["completion"] = await editor.text_document_completion_async(types.CompletionParams(here, at))
    seen["hover on a fault"] = await editor.text_document_hover_async(types.HoverParams(here, at))
    seen["mended"] = await editor.change(3, CARD)
    seen["hover"] = await editor.text_document_hover_async(types.HoverParams(here, types.Position(7, 3)))
    seen["hover on the title"] = await editor.text_document_hover_async(types.HoverParams(here, types.Position(1, 3)))
    await editor.shutdown_async(None)
    editor.exit(None)
    await editor.stop()
    return seen


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_an_editor_is_told_faults_completions_and_edges() -> None:
    seen = asyncio.run(_session())
    assert seen["opened"] == seen["mended"] == []
    fault, other = seen["broken"]
    assert (other.range.start.line, other.range.start.character) == (9, len("    pays: "))
    assert fault.severity == types.DiagnosticSeverity.Error
    assert (fault.range.start.line, fault.range.start.character) == (8, len("    wins: 6 "))
    assert "roled" in fault.message
    assert "6 rolled" in [item.label for item in seen["completion"].items]
    assert seen["hover on a fault"] is None
    assert seen["hover on the title"] is None
    assert "**Six**" in seen["hover"].contents.value
    assert "9.0909 % (1/11)" in seen["hover"].contents.value
