"""What all records of one step have in common, made once when a flow is bound."""

import hashlib
from collections.abc import Callable
from functools import cached_property
from inspect import unwrap
from types import CodeType
from typing import Any


class Site:
    """One step of a flow: its name, the keys it reads in order, the key it writes, and its function.

    `redacted` holds the keys whose values no record may show, `cap` how many characters of a value a record keeps;
    For a transition `target` is where it goes, unless it is a `menu`.
    `longest` is the length up to which a text that the step writes is kept as it is.
    """

    def __init__(
        self,
        flow: str,
        step: str,
        reads: tuple[str, ...] = (),
        writes: str | None = None,
        function: Callable[..., Any] | None = None,
        redacted: frozenset[str] = frozenset(),
        cap: int = 262_144,
    ) -> None:
        self.flow = flow
        self.step = step
        self.reads = reads
        self.writes = writes
        self.redacted = redacted
        self.cap = cap
        self.target: str | None = None
        self.menu = False
        self.hidden = writes in redacted
        self.longest = -1 if self.hidden else cap
        self._function = function

    @cached_property
    def code(self) -> str | None:
        """The hash of the function's code, None where it has none (a builtin, an object that is called)."""
        found = getattr(unwrap(self._function), "__code__", None) if self._function else None
        return code_hash(found) if isinstance(found, CodeType) else None


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
