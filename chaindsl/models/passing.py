"""Which refusals of a server pass, and when, as it says itself. It asks nobody."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
"""The HTTP statuses of a server that may answer a little later."""


def asked_wait(header: str, now: datetime | None = None) -> float | None:
    """Return the seconds that a `Retry-After` header asks to wait: a number or a date (RFC 9110, 10.2.3), or None."""
    if header.strip().isascii() and header.strip().isdigit():
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max((date - (now or datetime.now(UTC))).total_seconds(), 0.0)
