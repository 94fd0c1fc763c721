"""Findings that were there before: they are counted, not shown, until there are more of them than there were.

A finding is known by its rule, its path, what it is about, and how many such there are; never by its line.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.finding import Finding, Severity
from analyzer.refusal import Problem, Refusal

VERSION = 1
FILE_SIZE = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What makes two findings the same."""

    path: str
    code: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Split:
    """The findings that are new, how many were known, and how many entries of the baseline found nothing."""

    new: tuple[Finding, ...]
    known: int
    stale: int


class Baseline:
    """Counts by key. Paths are kept relative to the folder of the baseline's file."""

    def __init__(self, counts: Counter[Key]) -> None:
        self.counts = counts

    @classmethod
    def of(cls, findings: Iterable[Finding], file: str, folder: str) -> "Baseline":
        """The baseline of the findings that can fail a check; `folder` is what their paths are relative to."""
        failing = (finding for finding in findings if finding.severity is not Severity.INFO)
        return cls(Counter(_key(finding, file, folder) for finding in failing))

    @classmethod
    def read(cls, file: str, folder: str = "") -> "Baseline":
        """Read a baseline, its path relative to `folder`. Raises `Refusal` where the file is none."""
        try:
            with open(os.path.join(folder, file), "rb") as opened:
                data = json.loads(opened.read(FILE_SIZE))
        except OSError as error:
            hint = "--write-baseline writes one"
            raise Refusal([Problem("no-baseline", f"{file!r} can't be read: {error.strerror}", "", hint)]) from None
        except (ValueError, RecursionError):
            data = None
        entries = data.get("findings") if isinstance(data, dict) and data.get("version") == VERSION else None
        if not isinstance(entries, list) or not all(map(_valid, entries)):
            message = f"{file!r} is no baseline of version {VERSION}"
            raise Refusal([Problem("no-baseline", message, "", "delete it and write it again with --write-baseline")])
        counts: Counter[Key] = Counter()
        for entry in entries:
            counts[Key(entry["path"], entry["code"], entry["symbol"])] += entry["count"]
        return cls(counts)

    def text(self) -> str:
        """The file's text: one entry a line, in order, so that a change is a readable difference."""
        lines = [
            json.dumps({"code": key.code, "path": key.path, "symbol": key.symbol, "count": count})
            for key, count in sorted(self.counts.items())
        ]
        inner = "".join(f"\n    {line}," for line in lines).removesuffix(",")
        return f'{{\n  "version": {VERSION},\n  "findings": [{inner}{chr(10) + "  " if inner else ""}]\n}}\n'

    def beside(self, file: str, folder: str, looked: Iterable[str]) -> "Baseline":
        """This baseline with what `file` holds, if it is there, about files that were not checked and still exist."""
        if not os.path.lexists(os.path.join(folder, file)):
            return self
        old = Baseline.read(file, folder).counts
        checked, base = _checked(file, folder, looked), _base(file, folder)
        kept = {
            key: count
            for key, count in old.items()
            if key.path not in checked and os.path.exists(os.path.join(base, key.path))
        }
        return Baseline(self.counts + Counter(kept))

    def split(self, findings: Iterable[Finding], file: str, folder: str, looked: Iterable[str]) -> Split:
        """Part findings into new and known. `looked` are the paths that were checked: only theirs can be stale."""
        left = Counter(self.counts)
        new = []
        known = 0
        for finding in findings:
            key = _key(finding, file, folder)
            if finding.severity is not Severity.INFO and left[key] > 0:
                left[key] -= 1
                known += 1
            else:
                new.append(finding)
        checked, base = _checked(file, folder, looked), _base(file, folder)
        stale = sum(
            count > 0 and (key.path in checked or not os.path.exists(os.path.join(base, key.path)))
            for key, count in left.items()
        )
        return Split(tuple(new), known, stale)


def _valid(entry: object) -> bool:
    return (
        isinstance(entry, dict)
        and all(isinstance(entry.get(name), str) for name in ("code", "path", "symbol"))
        and isinstance(entry.get("count"), int)
    )


def _key(finding: Finding, file: str, folder: str) -> Key:
    return Key(_relative(finding.place.file, file, folder), finding.code, finding.symbol)


def _checked(file: str, folder: str, looked: Iterable[str]) -> set[str]:
    return {_relative(path, file, folder) for path in looked}


def _base(file: str, folder: str) -> str:
    return os.path.dirname(os.path.abspath(os.path.join(folder, file)))


def _relative(path: str, file: str, folder: str) -> str:
    """The path relative to the folder of the baseline, with `/` between names."""
    return os.path.relpath(os.path.join(folder, path), _base(file, folder)).replace(os.sep, "/")
