"""The rules of the documents, clause by clause, and whole games as transcripts."""
