"""How long and how many: the limits that forms, models and pages share."""

import re

from rackcard.table.command import NAME_MAX, REASON_MAX, SEATS_MAX

PASSWORD_MIN, PASSWORD_MAX = 10, 200
CODE_MAX = 40
"""How long a seat code may be as somebody types it."""
TABLE_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
TABLE_ID_MAX = 63
BODY_MAX = 256 * 1024
"""How many bytes a request body may have."""

FORM_LIMITS = {
    "seats": SEATS_MAX,
    "name": NAME_MAX,
    "reason": REASON_MAX,
    "password_min": PASSWORD_MIN,
    "password_max": PASSWORD_MAX,
    "code": CODE_MAX,
    "table_id": TABLE_ID_MAX,
}
"""The limits as templates use them."""
