"""`chaindsl.lock`: which prompts and flows a project has, as they were when somebody last looked at them.

It is JSON, sorted, the same bytes for the same project. Prompts are there with name, version and the hash of their text
(the one that a trace has), flows with name and shape.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from analyzer.source.disk import Disk
from analyzer.source.trouble import TroubleError
from chaindsl.graph.encode import shape_hash
from chaindsl.graph.flow import Flow
from chaindsl.graph.step import Prompt

NAME = "chaindsl.lock"
VERSION = 1
_MOST_BYTES = 8 * 1024 * 1024


class LockError(Exception):
    """A lock file that can't be read; the message says why."""


@dataclass(frozen=True, slots=True, order=True)
class LockedPrompt:
    """One prompt: several of one name and version differ in their text."""

    name: str
    version: str
    hash: str


@dataclass(frozen=True, slots=True, order=True)
class LockedFlow:
    """One flow; `shape` is empty where the flow is not wholly known from source."""

    name: str
    shape: str


@dataclass(frozen=True, slots=True)
class Lock:
    """What a lock file says."""

    prompts: frozenset[LockedPrompt] = frozenset()
    flows: frozenset[LockedFlow] = frozenset()

    def changed(self, prompt: LockedPrompt) -> bool:
        """Say whether a prompt has another text than the lock has for its name and version."""
        known = {one.hash for one in self.prompts if (one.name, one.version) == (prompt.name, prompt.version)}
        return bool(known) and prompt.hash not in known

    def text(self) -> str:
        """Return the file's content."""
        document = {
            "version": VERSION,
            "prompts": [{"name": p.name, "version": p.version, "hash": p.hash} for p in sorted(self.prompts)],
            "flows": [{"name": f.name, "shape": f.shape} for f in sorted(self.flows)],
        }
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"

    def differences(self, other: "Lock") -> Iterator[str]:
        """Yield what another lock has otherwise, a line each."""
        kinds: list[tuple[str, Iterable[LockedPrompt | LockedFlow], Iterable[LockedPrompt | LockedFlow]]] = [
            ("prompt", self.prompts, other.prompts),
            ("flow", self.flows, other.flows),
        ]
        for kind, before, after in kinds:
            old, new = _by_title(before), _by_title(after)
            for title in sorted(old.keys() | new.keys()):
                if title not in new:
                    yield f"{kind} {title} is gone"
                elif title not in old:
                    yield f"{kind} {title} is new"
                elif old[title] != new[title]:
                    yield f"{kind} {title} has changed"


def _by_title(found: Iterable[LockedPrompt | LockedFlow]) -> Mapping[str, frozenset[str]]:
    titles: dict[str, frozenset[str]] = {}
    for one in found:
        if isinstance(one, LockedPrompt):
            title, value = f"{one.name} {one.version}", one.hash
        else:
            title, value = one.name, one.shape
        titles[title] = titles.get(title, frozenset()) | {value}
    return titles


def locked_prompt(prompt: Prompt) -> LockedPrompt | None:
    """Return a prompt as a lock keeps it; None where its name, version or text is not known."""
    name, version, text = prompt.name, prompt.version, prompt.text
    if not (isinstance(name, str) and isinstance(version, str) and isinstance(text, str)):
        return None
    return LockedPrompt(name, version, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16])


def locked_flow(flow: Flow) -> LockedFlow | None:
    """Return a flow as a lock keeps it; None where its name is not known."""
    return LockedFlow(flow.name, shape_hash(flow) or "") if isinstance(flow.name, str) else None


def read_lock(folder: Path, disk: Disk) -> Lock | None:
    """Return the lock of a project; None where there is none. Raises LockError if it can't be read."""
    path = folder / NAME
    if not disk.exists(path):
        return None
    try:
        return _parsed(disk.load(path, _MOST_BYTES))
    except (TroubleError, OSError) as error:
        raise LockError(str(error)) from None


@lru_cache(maxsize=8)
def _parsed(data: bytes) -> Lock:
    try:
        document = json.loads(data)
        if document["version"] != VERSION:
            raise LockError(f"its version is {document['version']!r}, and this one reads {VERSION}")
        prompts = frozenset(LockedPrompt(*_texts(one, "name", "version", "hash")) for one in document["prompts"])
        flows = frozenset(LockedFlow(*_texts(one, "name", "shape")) for one in document["flows"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise LockError(f"it is no lock file: {type(error).__name__}") from None
    return Lock(prompts, flows)


def _texts(entry: Mapping[str, object], *names: str) -> list[str]:
    found = [entry[name] for name in names]
    if not all(isinstance(value, str) for value in found):
        raise TypeError("no text")
    return [str(value) for value in found]
