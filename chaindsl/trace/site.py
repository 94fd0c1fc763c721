"""What all records of one step have in common, made once when a flow is bound."""

import hashlib
import sys
from collections.abc import Callable
from inspect import unwrap
from types import CodeType
from typing import Any

from chaindsl.trace.recording import WHOLE, Recording


class Site:
    """One step of a flow: its name, the keys it reads in order, the key it writes, and its function.

    `recording` says what its records keep of values, `longest` the length up to which a text that it writes is kept
    as it is. For a transition `target` is where it goes, unless it is a `menu`.
    """

    __slots__ = (
        "_code",
        "_function",
        "flow",
        "hidden",
        "longest",
        "menu",
        "reads",
        "recording",
        "step",
        "target",
        "writes",
    )

    def __init__(
        self,
        flow: str,
        step: str,
        reads: tuple[str, ...] = (),
        writes: str | None = None,
        function: Callable[..., Any] | None = None,
        recording: Recording = WHOLE,
    ) -> None:
        self.flow = flow
        self.step = step
        self.reads = reads
        self.writes = writes
        self.recording = recording
        self.target: str | None = None
        self.menu = False
        self.hidden = writes in recording.redact
        searched = self.hidden or recording.masks
        self.longest = -1 if searched else recording.cap if recording.frees else sys.maxsize
        self._function = function
        self._code: str | None = None

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """Leave the function out, which may not be copied to another process; the hash of its code stays."""
        kept = {name: getattr(self, name) for name in self.__slots__}
        return None, {**kept, "_code": self.code, "_function": None}

    @property
    def code(self) -> str | None:
        """The hash of the function's code, None where it has none (a builtin, an object that is called)."""
        if self._code is None and self._function is not None:
            found = getattr(unwrap(self._function), "__code__", None)
            self._code = code_hash(found) if isinstance(found, CodeType) else None
        return self._code


def code_hash(code: CodeType) -> str:
    """Return a hash of what a function's code does: instructions, names and constants, its inner functions included.

    Lines, files and documentation of inner functions count only as far as they are constants.
    """
    digest = hashlib.sha256()
    pending = [code]
    while pending:
        found = pending.pop()
        inner = [constant for constant in found.co_consts if isinstance(constant, CodeType)]
        plain = [_text(constant) for constant in found.co_consts if not isinstance(constant, CodeType)]
        names = (found.co_names, found.co_varnames, found.co_freevars, found.co_cellvars)
        digest.update(repr((found.co_name, found.co_code, names, plain)).encode())
        pending.extend(inner)
    return digest.hexdigest()[:16]


def _text(constant: object) -> str:
    """The constant as text that does not depend on the order in which a set is kept."""
    if isinstance(constant, frozenset):
        return f"frozenset({sorted(map(repr, constant))})"
    return repr(constant)
