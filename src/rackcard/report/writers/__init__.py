"""Writers: document content to PDF, HTML and workbook."""
