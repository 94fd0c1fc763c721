"""An environment in which a stranger has installed the wheel, and nothing else."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.prose.playground import Playground

SECONDS = 600


@dataclass(frozen=True)
class Environment:
    """A virtual environment; its programs are run as from a terminal in it, without anything of ours."""

    folder: Path

    @classmethod
    def made(cls, folder: Path, python: str) -> "Environment":
        """Make one from an interpreter, without pip: ours installs into it, which takes less time."""
        subprocess.run([python, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=SECONDS)
        return cls(folder)

    @property
    def python(self) -> str:
        return str(self.folder / "bin" / "python")

    def install(self, *requirements: str) -> None:
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet", "--no-compile"]
        done = subprocess.run([*pip, *requirements], capture_output=True, text=True, timeout=SECONDS, check=False)
        assert done.returncode == 0, done.stderr

    def install_lowest(self, project: Path, wheel: Path) -> None:
        """Install the lowest versions of what a project asks for, and its wheel; `uv` has to be there for that."""
        uv = str(Path(sys.executable).parent / "uv")
        install = [uv, "pip", "install", "--quiet", "--python", self.python]
        for command in ([*install, "--resolution", "lowest-direct", "--requirements", str(project)],
                        [*install, "--no-deps", str(wheel)]):  # fmt: skip
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
            assert done.returncode == 0, done.stderr

    def variables(self, **more: str) -> dict[str, str]:
        kept = {
            name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR", "CHAINDSL_CACHE_DIR") if name in os.environ
        }
        path = f"{self.folder / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin"
        return kept | {"PATH": path, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONUTF8": "1"} | more

    def run(self, cwd: Path, *command: str) -> tuple[int, str]:
        """The status of a command with both streams as one text."""
        done = subprocess.run(
            [str(self.folder / "bin" / command[0]), *command[1:]],
            cwd=cwd, env=self.variables(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def packages(self) -> set[str]:
        """The names of what is installed."""
        script = "from importlib.metadata import distributions\nfor one in distributions(): print(one.name.lower())"
        status, said = self.run(self.folder, "python", "-c", script)
        assert status == 0, said
        return set(said.split())


@dataclass(frozen=True)
class StrangersPlayground(Playground):
    """Where the blocks of a page run with the programs of a stranger's environment."""

    stranger: Environment

    def run(self, *argv: str) -> tuple[int, str]:
        program = self.stranger.python if argv[0] == sys.executable else argv[0]
        return super().run(program, *argv[1:])

    def environment(self) -> dict[str, str]:
        return self.stranger.variables()
