"""Text of a document in a web page."""

from html import escape as escaped

from rackcard.wording.printing import typographic


def escape(text: str) -> str:
    """Text as paper has it, safe in a page.

    >>> escape('a "hot" <b>')
    'a “hot” &lt;b&gt;'
    """
    return escaped(typographic(text))
