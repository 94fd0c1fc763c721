"""A record as data, before anything is said of it."""

from typing import Any

UNSAID: dict[str, Any] = {
    "path": "",
    "flow": "",
    "step": "",
    "item": None,
    "attempt": 1,
    "state": None,
    "transition": None,
    "target": None,
    "actor": None,
    "reads": {},
    "writes": None,
    "output": None,
    "ok": True,
    "rejected": None,
    "raw": None,
    "message": None,
    "error": None,
    "fallback": False,
    "started": 0.0,
    "seconds": 0.0,
    "calls": [],
    "tokens": 0,
    "exit_code": None,
    "tail": None,
    "items": None,
    "dropped": 0,
    "idempotency_key": None,
    "code": None,
}
"""Every field of a record as data, with what holds where nothing is said."""
