"""What is audited: every package that the core and its extras bring, at the version that is installed here.

Run `python -m tests.stranger.requirements [EXTRA …]`: it prints `name==version` lines, the core's alone without extras.
What is asked for comes from `pyproject.toml`, what that needs in turn from the packages themselves.
"""

import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def pins(extras: Iterable[str] = ()) -> list[str]:
    """Return what the core and these extras bring, each at its installed version, in order of names."""
    told = project()
    waiting = [Requirement(line) for line in told["dependencies"]]
    waiting += [Requirement(line) for extra in extras for line in told["optional-dependencies"][extra]]
    found: dict[str, str] = {}
    seen: set[str] = set()
    while waiting:
        wanted = waiting.pop()
        if str(wanted) in seen:
            continue
        seen.add(str(wanted))
        name = canonicalize_name(wanted.name)
        if name == told["name"]:
            waiting += [Requirement(line) for extra in wanted.extras for line in told["optional-dependencies"][extra]]
            continue
        package = distribution(name)
        assert wanted.specifier.contains(package.version, prereleases=True), f"{wanted} is not {package.version}"
        found[name] = package.version
        waiting += needed(package.requires or (), wanted.extras)
    return [f"{name}=={version}" for name, version in sorted(found.items())]


def needed(lines: Iterable[str], extras: set[str]) -> Iterator[Requirement]:
    """Yield what a package needs here, on this Python, with the extras that are asked of it."""
    for line in lines:
        wanted = Requirement(line)
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield wanted


if __name__ == "__main__":
    print("\n".join(pins(sys.argv[1:])))  # noqa: T201 - this is what it is for
