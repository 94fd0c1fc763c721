"""A git repository: its revisions by name, and what lies in each. It reads trees and never the working files."""

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from chaindsl.errors import ChainDslError
from chaindsl.graph.nearest import nearest
from chaindsl.review.changes.git import ask, said, told

LINK, SUBMODULE = "120000", "160000"
_DEEPEN = "fetch it with its history: `git fetch --unshallow`, or `fetch-depth: 0` in the checkout of a CI job"
_WORDS = 400


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a tree: its mode and the id of its contents."""

    mode: str
    oid: str


@dataclass(frozen=True)
class Repository:
    """The repository whose working files lie in `top`."""

    top: Path

    @classmethod
    def around(cls, folder: Path) -> "Repository":
        """Return the repository that a folder lies in. Raises ChainDslError (`no-repository`)."""
        done = ask(folder, "rev-parse", "--show-toplevel")
        if done.returncode:
            hint = "give this command in a clone, or name two files"
            raise ChainDslError("no-repository", f"{str(folder)!r} is in no git repository: {said(done)}", hint=hint)
        top = Path(os.fsdecode(done.stdout.rstrip(b"\n")))
        if not os.path.lexists(top / ".git"):
            # A repository's settings can name any folder as its own.
            raise ChainDslError("no-repository", f"{str(top)!r}, which git takes for the working files, has no .git")
        return cls(top)

    def commit(self, name: str) -> str | None:
        """Return the id of the commit that a name stands for, None where it stands for none."""
        done = ask(self.top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        words = done.stdout.decode(errors="replace").split()
        return words[0] if not done.returncode and len(words) == 1 else None

    def expect(self, name: str) -> str:
        """Return the same; raises ChainDslError (`unknown-revision`) with the nearest names."""
        found = self.commit(name)
        if found is not None:
            return found
        near = nearest(name[:_WORDS], self.names)
        hint = f"{near}; this clone is shallow: {_DEEPEN}" if self.shallow else near
        raise ChainDslError("unknown-revision", f"there is no revision {name[:_WORDS]!r}", hint=hint)

    def meeting(self, one: str, other: str) -> str:
        """Return the last commit that two have in common. Raises ChainDslError (`no-common-commit`)."""
        done = ask(self.top, "merge-base", one, other)
        if done.returncode:
            hint = _DEEPEN if self.shallow else "name two revisions with `..` between them"
            what = "no commit in common" + (", as far as this shallow clone goes" if self.shallow else "")
            raise ChainDslError("no-common-commit", f"{one[:12]} and {other[:12]} have {what}", hint=hint)
        return done.stdout.decode().split()[0]

    @cached_property
    def shallow(self) -> bool:
        """Whether older commits have been left out of this clone."""
        return told(self.top, "rev-parse", "--is-shallow-repository").strip() == b"true"

    @cached_property
    def names(self) -> list[str]:
        """Branches and tags, and what HEAD is called."""
        listed = told(self.top, "for-each-ref", "--format=%(refname:short)", "--count=2000")
        return ["HEAD", *listed.decode(errors="replace").split()]

    def files(self, commit: str) -> dict[str, Entry]:
        """Return every file of a commit by its path from the top, links and submodules included."""
        found: dict[str, Entry] = {}
        for line in told(self.top, "ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0"):
            about, _, path = line.partition(b"\t")
            if path:
                mode, _, oid = about.decode().split()
                found[os.fsdecode(path)] = Entry(mode, oid)
        return found

    def working_files(self, *endings: str) -> list[str]:
        """Return the working files with such names, new ones as well, but for those that git is to ignore."""
        patterns = [f"*{ending}" for ending in endings]
        listed = told(self.top, "ls-files", "-z", "--others", "--cached", "--exclude-standard", "--", *patterns)
        return [os.fsdecode(path) for path in listed.split(b"\0") if path]

    def speaking(self, commit: str, words: list[str]) -> list[str]:
        """Return the Python files of a commit that hold one of these words, as they are stored."""
        done = ask(
            self.top, "grep", "--no-textconv", "--no-recurse-submodules", "-l", "-z", "-F", "-a", "--full-name",
            *(part for word in words for part in ("-e", word)), commit, "--", "*.py",
        )  # fmt: skip
        if done.returncode > 1:
            raise ChainDslError("git-failed", f"git grep failed: {said(done)}")
        return [os.fsdecode(name.partition(b":")[2]) for name in done.stdout.split(b"\0") if name]
