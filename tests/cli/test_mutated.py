"""Damaged files through the whole command: findings or none, but the analyzer never fails on one."""

import json
import random
from pathlib import Path

import pytest

from chaindsl.cli import main as door

ROOT = Path(__file__).parents[2]
SEEDS = [path.read_bytes() for path in sorted((ROOT / "examples").glob("*.py"))]
PIECES = [
    b"(", b")", b"]", b"{", b'"', b"\n", b"\\", b"#", b"\0", b"\xff", "\u202e".encode(), b"lambda: ", b"*", b"@", b":",
    b"None", b"from . import *\n", b"await ", b"yield ", b"# chaindsl: ignore[CD202]", b"# chaindsl: ignore", b'f"{',
    b"limit=-1, ", b"limit=True, ", b"class ", b"global x\n", b"1e999", b"0" * 5000, b"(" * 300, b"- " * 3000,
]  # fmt: skip
FILES = 120


def damaged(random: random.Random) -> bytes:
    """An example with a few pieces put in, taken out, or swapped with those of another."""
    data = bytearray(random.choice(SEEDS))
    for _ in range(random.randint(1, 5)):
        at = random.randrange(len(data) + 1)
        match random.randrange(3):
            case 0:
                data[at:at] = random.choice(PIECES)
            case 1:
                del data[at : at + random.randint(1, 40)]
            case _:
                other = random.choice(SEEDS)
                start = random.randrange(len(other))
                data[at:at] = other[start : start + random.randint(1, 120)]
    return bytes(data)


def test_damaged_files_never_make_the_analyzer_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(20)
    (tmp_path / "pyproject.toml").touch()
    for number in range(FILES):
        (tmp_path / f"m{number}.py").write_bytes(damaged(chance))
    monkeypatch.chdir(tmp_path)
    status = door.guarded(["check", "--select", "ALL", "--output-format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert status == 1
    assert report["summary"]["failures"] == []
    assert report["summary"]["files"] == FILES
    assert {"CD001"} < {one["code"] for one in report["findings"]}
