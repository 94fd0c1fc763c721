"""What a person is shown before a decision, and the code that stands for having seen it.

A code counts once, for one run at one revision, one transition and one set of arguments, for a short time. It keeps a
program that may ask for a decision from taking it: only whoever is shown the text is shown the code.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chaindsl.runtime.codec import json_line
from chaindsl.runtime.failure import Refused
from chaindsl.runtime.past import QUIET
from chaindsl.runtime.response import Response
from chaindsl.store.row import Kept, Row

LIFETIME = 600.0
"""Seconds for which a code counts."""
TRIES = 5
"""Wrong codes after which none counts any more at this revision."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a person: `text` is to be shown, `code` to be given back; `expires` is since the epoch."""

    run: str
    revision: int
    transition: str
    arguments: Mapping[str, Any]
    text: str
    code: str
    expires: float

    @property
    def shown(self) -> str:
        """The hash of what is shown."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def row(self) -> Row:
        """Return what is kept of it: neither the text nor the code can be read from it."""
        data = {
            "transition": self.transition,
            "arguments": sorted(self.arguments),
            "revision": self.revision,
            "code": _seal(self.run, self.code, self.revision, self.transition, self.arguments),
            "shown": self.shown,
            "expires": self.expires,
        }
        return Row("asked", json_line(data))


def described(response: Response, transition: str, arguments: Mapping[str, Any], read: Mapping[str, Any]) -> str:
    """Return what a person has to see of a decision: where the run stands, what happens, with what."""
    run, guidance = response.run, response.guidance
    head = [
        f"run {run.id} of {run.flow}, revision {run.revision}, in state {run.state}",
        *([f"goal: {guidance.goal}"] if guidance.goal else []),
        *([f"guidance: {guidance.instructions}"] if guidance.instructions else []),
        f"decision: {transition}",
    ]
    told = [f"  {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in sorted(arguments.items())]
    seen = [f"  {name} = {json.dumps(value, ensure_ascii=False)}" for name, value in sorted(read.items())]
    return "\n".join([*head, "with:", *(told or ["  nothing"]), "it reads:", *(seen or ["  nothing"])])


def checked(
    kept: Sequence[Kept], run: str, revision: int, transition: str, arguments: Mapping[str, Any], code: str, now: float
) -> tuple[int, str]:
    """Return the row of the request that a code answers, and the hash of what was shown. Raises Refused."""
    rows = [(one.number, one.row.kind, json.loads(one.row.data)) for one in kept if one.row.kind in QUIET]
    used = {data["asked"] for _, kind, data in rows if kind == "approved"}
    wrong = sum(kind == "denied" and data["revision"] == revision for _, kind, data in rows)
    seal = _seal(run, code, revision, transition, arguments)
    for number, data in _asked(rows):
        if hmac.compare_digest(data["code"], seal) and number not in used and now < data["expires"] and wrong < TRIES:
            return number, data["shown"]
    raise Refused(
        "wrong-code",
        f"this code does not stand for {transition} of run {run} as it is now",
        transition,
        None,
        "ask for the decision again: a code counts once, for what was shown, for a few minutes",
    )


def _asked(rows: list[tuple[int, str, dict[str, Any]]]) -> Iterator[tuple[int, dict[str, Any]]]:
    yield from ((number, data) for number, kind, data in rows if kind == "asked")


def _seal(run: str, code: str, revision: int, transition: str, arguments: Mapping[str, Any]) -> str:
    """The hash by which a code is known; what it stands for is part of it."""
    bound = json.dumps([run, revision, transition, dict(arguments)], sort_keys=True, ensure_ascii=True)
    return hashlib.scrypt(code.strip().upper().encode(), salt=bound.encode(), n=2**12, r=8, p=1, dklen=24).hex()
