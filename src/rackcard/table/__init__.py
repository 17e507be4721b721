"""The live table: a pure core that decides and applies, and around it the log that keeps everything."""
