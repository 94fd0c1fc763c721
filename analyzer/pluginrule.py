"""One rule of another package: what must be true of it, and how its failures are told. It knows no path."""

import os
import re
import sys
from collections.abc import Container, Iterator, Sized
from importlib import import_module
from typing import Any, NamedTuple

from analyzer.finding import Finding
from analyzer.refusal import Problem, Refusal
from analyzer.rules.registry import Loaded
from analyzer.rules.rule import Check, Rule, Scope

_CODE = re.compile(r"[A-Z]{2,8}[0-9]{3}")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_OURS = ("CD", "ALL")


class PluginRule(NamedTuple):
    """A rule, and the package and the module that it is from."""

    loaded: Loaded
    package: str
    version: str
    module: str

    def marks(self) -> Iterator[str]:
        """Yield what tells this rule, to the files of its package, from what it was before."""
        yield f"{self.package} {self.version} {self.loaded.rule.code}"
        top = sys.modules[self.module.partition(".")[0]]
        for folder in getattr(top, "__path__", ()):
            for path, _, names in os.walk(folder):
                yield from (_stamp(os.path.join(path, name)) for name in sorted(names) if name.endswith(".py"))
        yield _stamp(str(getattr(top, "__file__", None)))


def _stamp(path: str) -> str:
    try:
        about = os.stat(path)
    except OSError:
        return path
    return f"{path} {about.st_size} {about.st_mtime_ns}"


def fault(code: str, owners: Sized) -> str:
    """Return what is wrong with a code, or nothing; `owners` are the packages with codes of its prefix."""
    if not _CODE.fullmatch(code):
        return "has no proper code: it is made of two to eight capital letters and three digits"
    if code.startswith(_OURS):
        return f"has a code of chaindsl's own: {' and '.join(_OURS)} are taken as prefixes"
    return "shares its prefix with another package" if len(owners) > 1 else ""


def loaded(code: str, module: str, told: str, names: Container[str]) -> Loaded | str:
    """Import a rule's module and return the rule, or what is wrong with it. Raises whatever the module raises."""
    found = import_module(module)
    rule = getattr(found, "RULE", None)
    check = getattr(found, "check", None)
    if not isinstance(rule, Rule):
        return f"has no RULE in {module}"
    if rule.code != code:
        return f"calls itself {rule.code} in {module}"
    if not _NAME.fullmatch(rule.name) or rule.name in names:
        return f"can't be called {rule.name!r}: names are small letters with hyphens, each taken once"
    if rule.scope is Scope.SHELL or not callable(check):
        return f"has no function `check` in {module}, or the scope of those that need none"
    return Loaded(rule, _guarded(check, code, told), str(found.__doc__ or ""))


def _guarded(check: Check, code: str, told: str) -> Check:
    """The check, whose failures are told as the package's, not as ours."""

    def guarded(subject: Any) -> Iterator[Finding]:
        try:
            found: Iterator[Any] = check(subject)
            for finding in found:
                if not isinstance(finding, Finding) or finding.code != code:
                    raise TypeError(f"it found {finding!r}, which is no finding of its own")
                yield finding
        except RecursionError:
            raise
        except Exception as error:
            problem = Problem("broken-plugin", f"{told} failed: {reason(error)}", "", "report it to that package")
            raise Refusal([problem]) from error

    return guarded


def reason(error: BaseException) -> str:
    """Return an error in one line, with where it came from."""
    text = " ".join(str(error).split())
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = "" if last is None else f" ({last.tb_frame.f_code.co_filename}:{last.tb_lineno})"
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"
