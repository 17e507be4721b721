"""Print: rack card, PAR sheet, strategy card and review report, all made from the card."""

from rackcard.report.printing.content import Format, PrintError, What
from rackcard.report.printing.press import DOCUMENTS, MEDIA_TYPES, To, pages_of, printed, printed_pages

__all__ = ["DOCUMENTS", "MEDIA_TYPES", "Format", "PrintError", "To", "What", "pages_of", "printed", "printed_pages"]
