"""What each metric of a server means."""

METRICS: dict[str, str] = {
    "rackcard_commands_total": "Commands executed.",
    "rackcard_refusals_total": "Requests that were refused.",
    "rackcard_requests_total": "Requests by kind and status.",
    "rackcard_request_seconds": "Seconds from a request to its answer, by kind; streams are not among them.",
    "rackcard_database_seconds": "Seconds per statement, including the wait for others.",
    "rackcard_database_errors_total": "Requests refused because of the database, by code.",
    "rackcard_database_connections": "Connections to the database in use.",
    "rackcard_tables": "Tables in the database.",
    "rackcard_watchers": "Streams of live events that are open.",
    "rackcard_requests_in_progress": "Requests that are being answered, streams among them.",
    "rackcard_queue": "Requests that wait for a thread, and commands that wait for the previous commit.",
    "rackcard_worker_queue": "Requests that wait for a worker process.",
    "rackcard_worker_refusals": "Requests that were refused because too many waited for a worker, since the start.",
    "rackcard_worker_ends": "Jobs that were ended with their worker, over a limit of time or memory, since the start.",
    "rackcard_worker_starts": "Worker processes that were started, since the start.",
    "rackcard_worker_kept_bytes": "Bytes of pages and figures that are kept for the next reader.",
    "rackcard_worker_bytes": "Bytes of memory that worker processes hold.",
    "rackcard_stopping": "1 while the server is shutting down.",
    "rackcard_started_seconds": "When the server started, in seconds since 1970.",
    "rackcard_checkpoint_seconds": "When the last checkpoint was written, in seconds since 1970; 0 if there is none.",
    "rackcard_checkpoint_failures": "Checkpoints that could not be written.",
    "rackcard_changed_files": "Program files, cards and house rules that do not match the manifest.",
    "rackcard_journal_entries_total": "Entries that this server has written into the journal, by kind.",
}
"""One sentence for each, for whoever reads the metrics."""
