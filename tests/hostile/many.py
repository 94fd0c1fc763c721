"""Projects of many files, and what the command needs for one: `python -m tests.hostile.many NUMBER`."""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
IN_A_FOLDER = 100
SILENT = b"import os\n\n\ndef f(x):\n    return os.path.join(x, str(1))\n"
BROKEN = b"from chaindsl import chain\nflow = chain(\n"
ONE_IN = 10_000


def lay_many(top: Path, number: int) -> int:
    """Put so many files into folders below `top`; return how many of them are broken flows."""
    for first in range(0, number, IN_A_FOLDER):
        folder = top / f"package{first // IN_A_FOLDER}"
        folder.mkdir()
        for one in range(first, min(number, first + IN_A_FOLDER)):
            (folder / f"m{one}.py").write_bytes(SILENT if one % ONE_IN else BROKEN)
    return -(-number // ONE_IN)


def main() -> None:
    """Check a project of so many files and say what that took."""
    number = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "pyproject.toml").touch()
        broken = lay_many(Path(name), number)
        command = [sys.executable, "-P", "-m", "chaindsl.cli.main", "check", "--no-cache", "--output-format", "concise"]
        done = subprocess.run(
            command, cwd=name, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
        )
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    last = done.stdout.splitlines()[-1]
    cpu, memory = spent.ru_utime + spent.ru_stime, spent.ru_maxrss // 1024
    sys.stdout.write(f"{number:,} files, {broken} broken: status {done.returncode}; {last}\n")
    sys.stdout.write(f"{cpu:.1f} s of CPU time, {memory} MB\n{done.stderr}")


if __name__ == "__main__":
    main()
