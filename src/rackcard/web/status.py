"""The HTTP status of every refusal."""

STATUS = {
    "no-such-table": 404, "no-such-round": 404, "log-in": 401, "wrong-login": 401, "forged": 403, "not-your-role": 403,
    "not-your-seat": 403, "not-supervisor": 403, "other-origin": 403, "too-fast": 429, "too-large": 413,
    "wrong-code": 401, "wrong-set-up-code": 401, "locked": 401, "no-such-card": 404, "no-such-page": 404,
    "too-many-watchers": 429, "busy": 503, "behind": 503, "no-database": 503, "wrong-host": 421, "key-reused": 422,
    "stopping": 503, "changed-files": 503, "no-such-shift": 404,
    "not-your-table": 403, "bad-method": 405, "bad-time": 400, "bad-period": 400, "bad-host": 400,
    "dealer-books": 403, "no-such-account": 404, "no-such-version": 404, "no-such-token": 404, "no-model": 422,
}  # fmt: skip
"""Refusals that are neither conflicts with the table's state nor bad fields."""

BAD_FIELDS = frozenset({
    "bad-advice", "bad-amount", "bad-bundle", "bad-call", "bad-card", "bad-cards", "bad-command", "bad-field",
    "bad-form", "bad-generated", "bad-house", "bad-json", "bad-key", "bad-limits", "bad-live", "bad-name", "bad-number",
    "bad-option", "bad-outcome", "bad-password", "bad-payout", "bad-role", "bad-rounding", "bad-seat", "bad-settling",
    "bad-toke", "bad-track",
    "bad-table", "bad-text", "missing-field", "no-such-game", "no-such-seat", "no-such-wager", "not-in-chips",
    "unknown-command", "unknown-field",
})  # fmt: skip
"""Refusals of what a request says, whatever the state of the table."""


def status_of(code: str) -> int:
    """The HTTP status of a refusal."""
    if code in STATUS:
        return STATUS[code]
    return 422 if code in BAD_FIELDS else 409
