"""The log of a server on its standard error: plain lines, or one JSON object on each."""

import json
import logging
from datetime import UTC, datetime
from typing import Any, Literal

LogFormat = Literal["text", "json"]


class JsonFormatter(logging.Formatter):
    """One JSON object on a line: when, how grave, where from, what, and its facts."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = getattr(record, "facts", {})
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **({"facts": facts} if facts else {}),
            **({"error": self.formatException(record.exc_info)} if record.exc_info else {}),
        }
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_logs(log_format: LogFormat) -> dict[str, Any]:
    """Set up the logs of the server and of what it is built on; what uvicorn is to be configured with.

    As JSON every request is a line; as text only warnings and errors are.
    """
    handler = logging.StreamHandler()
    if log_format == "json":
        handler.setFormatter(JsonFormatter())
    level = logging.INFO if log_format == "json" else logging.WARNING
    for name in ("rackcard", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler] if name != "uvicorn.error" else []
        logger.setLevel(level if name == "rackcard" else logging.WARNING)
        logger.propagate = name == "uvicorn.error"
    return {"log_config": None, "access_log": False}
