"""A git repository that a test fills: fixed authors and dates, no settings of whoever runs the tests."""

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from analyzer.engine import engine
from chaindsl.cli.yaml_engine import with_yaml
from chaindsl.review.changes.difference import Difference
from chaindsl.review.changes.reading import difference
from chaindsl.review.changes.span import span

WHO = {
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


@dataclass
class Repo:
    """A repository in `folder`; each commit is a day later than the one before."""

    folder: Path
    commits: list[str] = field(default_factory=list)

    def git(self, *words: str, check: bool = True) -> str:
        """Run git and return what it prints."""
        day = f"2026-01-{len(self.commits) + 1:02d}T12:00:00+00:00"
        dates = {"GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day}
        done = subprocess.run(
            ["git", *words], cwd=self.folder, env={**os.environ, **WHO, **dates}, capture_output=True, check=False
        )
        assert not check or done.returncode == 0, done.stderr.decode()
        return done.stdout.decode().strip()

    def start(self) -> "Repo":
        """Make the repository."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")
        return self

    def write(self, files: dict[str, str]) -> "Repo":
        """Write files."""
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return self

    def replace(self, name: str, *edits: tuple[str, str]) -> "Repo":
        """Replace text in a file, each piece wherever it stands; one that is not there is a mistake of the test."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        for before, after in edits:
            assert before in text, before
            text = text.replace(before, after)
        path.write_text(text, encoding="utf-8")
        return self

    def commit(self, message: str) -> str:
        """Commit all that is there, and return the commit's id."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        self.commits.append(self.git("rev-parse", "HEAD"))
        return self.commits[-1]

    def difference(self, *words: str) -> Difference:
        """Compare as the command does."""
        return difference(span(words, self.folder), self.folder, with_yaml(engine()))
