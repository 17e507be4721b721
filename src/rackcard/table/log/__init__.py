"""The stored log of a table: entries, postings, schema versions."""
