"""The commands of a live table, one module for each family: fields, who may give it, verify, decide and apply."""
