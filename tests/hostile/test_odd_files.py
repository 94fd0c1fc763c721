"""Files of every odd kind through the whole command: each is read, told about or passed over, and it always ends."""

import encodings.aliases
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.hostile.many import lay_many

ROOT = Path(__file__).parents[2]
FLOW = """\
from chaindsl import chain, step


@step(writes="answer")
def reply(question: str) -> str:
    return question


flow = chain("flow", reply, inputs={"question": str})
"""
CLEAN = "clean.py"
LIMIT = 512 * 1024
Found = dict[str, list[str]]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    (folder / CLEAN).write_text(FLOW)
    return folder


def check(
    folder: Path, *arguments: str, seconds: int = 120, before: Sequence[str] = ()
) -> tuple[int, dict[str, object], Found]:
    """Run the command in a process of its own: its status, the summary, and the messages by file."""
    done = subprocess.run(
        [*before, sys.executable, "-P", "-m", "chaindsl.cli.main", "check", "--output-format", "json", *arguments],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, timeout=seconds, check=False,
    )  # fmt: skip
    assert b"Traceback" not in done.stderr
    report = json.loads(done.stdout)
    assert report["summary"]["failures"] == []
    found: Found = {}
    for one in report["findings"]:
        found.setdefault(one["location"]["file"], []).append(f"{one['code']} {one['message']}")
    return done.returncode, report["summary"], found


DEEP = {
    "brackets": "x = " + "(" * 3_000 + ")" * 3_000,
    "lists": "x = " + "[" * 150 + "]" * 150,
    "elifs": "if x: pass\n" + "elif x: pass\n" * 10_000,
    "attributes": "x = a" + ".b" * 20_000,
    "sums": "x = 1" + " + 1" * 20_000,
    "unaries": "x = " + "-" * 20_000 + "1",
    "nots": "x = " + "not " * 20_000 + "1",
    "calls": "x = f" + "()" * 20_000,
    "subscripts": "x = a" + "[0]" * 20_000,
    "blocks": "".join(f"{' ' * n}if x:\n" for n in range(98)) + " " * 98 + "pass",
    "functions": "".join(f"{' ' * n}def f():\n" for n in range(98)) + " " * 98 + "pass",
    "lambdas": "x = " + "lambda: " * 3_000 + "1",
    "conditions": "x = " + "1 if x else " * 3_000 + "1",
    "f-strings": "x = " + "f'{" * 3 + "1" + "}'" * 3,
    "texts": "x = " + "'a' " * 50_000,
    "names": "\n".join(f"x{n} = x{n - 1}" for n in range(20_000)),
    "decorators": "@a\n" * 20_000 + "def f(): ...",
    "arguments": "f(" + "a, " * 50_000 + ")",
    "comparisons": "x = 1" + " < 2" * 20_000,
    "strings of types": "x: " + "'list[" * 1 + "list[" * 3_000 + "]" * 3_001 + "'",
    "walruses": "\n".join(f"(a{n} := (b{n} := 1))" for n in range(5_000)),
    "stars": "a, *b = " * 5_000 + "c",
    "patterns": "match x:\n case " + "[" * 90 + "]" * 90 + ": pass",
    "dictionaries": "x = " + "{1: " * 90 + "1" + "}" * 90,
    "numbers": "x = " + "9" * 200_000,
    "long line": "x = 1; " * 70_000,
    "spaces": " " * 500_000,
    "empty lines": "\n" * 500_000,
    "comments": "# chaindsl: ignore[CD101]\n" * 15_000,
    "backslashes": "x = 1 + \\\n" * 40_000 + "1",
    "imports": "import a\n" * 50_000,
    "imports in one": "from a import (" + "b,\n" * 100_000 + ")",
    "brackets of imports": "import (" * 60_000,
    "global": "global x\n" * 50_000,
}


def test_deep_and_long_source_ends_in_findings_or_none(project: Path) -> None:
    for name, text in DEEP.items():
        (project / f"{name}.py").write_text(f"{FLOW}\n{text}\n"[:LIMIT], encoding="utf-8")
    status, summary, found = check(project)
    assert status == 1
    assert summary["files"] == summary["parsed"] == len(DEEP) + 1
    refused = {name for name in DEEP if any(one.startswith("CD001") for one in found.get(f"{name}.py", ()))}
    # What Python refuses too, or what follows a cut.
    assert refused <= {
        "arguments", "attributes", "backslashes", "blocks", "brackets", "brackets of imports", "calls", "conditions",
        "dictionaries", "elifs", "f-strings", "functions", "global", "imports in one", "lambdas", "lists", "long line",
        "nots", "numbers", "patterns", "spaces", "stars", "strings of types", "subscripts", "sums", "texts", "unaries",
    }  # fmt: skip
    assert {"names", "decorators", "comparisons", "walruses", "empty lines", "comments", "imports"} & refused == set()
    assert CLEAN not in found


CODINGS = sorted({*encodings.aliases.aliases.values(), "undefined", "idna", "punycode", "hz", "utf_7", "nonsense"})


def test_every_encoding_ends_in_text_or_a_finding(project: Path) -> None:
    body = b"\nimport chaindsl\nx = '" + b"+AAo-abc\\u0041~{!!~}xn--zzz9\xff\xfe" * 3_000 + b"'\n"
    for coding in CODINGS:
        (project / f"{coding}.py").write_bytes(f"# -*- coding: {coding} -*-".encode() + body)
    status, summary, found = check(project)
    assert status == 1
    assert summary["parsed"] == len(CODINGS) + 1
    for coding in ("utf_8", "ascii", "nonsense", "undefined", "punycode", "idna", "utf_16", "zlib_codec"):
        assert found[f"{coding}.py"][0].startswith("CD001 "), coding


MARKS = {
    "utf16.py": FLOW.encode("utf-16"),
    "utf16be.py": b"\xfe\xff" + FLOW.encode("utf-16-be"),
    "utf32.py": FLOW.encode("utf-32"),
    "null.py": FLOW.encode() + b"\0",
    "cut.py": FLOW.encode() + b"x = '\xc3",
    "lie.py": b"# coding: ascii\n" + FLOW.encode() + "x = 'é'\n".encode(),
    "two.py": b"\xef\xbb\xbf# coding: latin-1\n" + FLOW.encode(),
    "hidden.py": b"# coding: utf-7\n" + FLOW.encode() + b"+AAoAaQBtAHAAbwByAHQAIABvAHM-\n",
    "bidi.py": f"{FLOW}x = '\u202e\u2066'\n".encode(),
    "surrogate.py": FLOW.encode() + b"x = '\xed\xa0\x80'\n",
    "huge.py": FLOW.encode() + b"#" * LIMIT,
}


def test_bytes_that_are_no_plain_text_are_told(project: Path) -> None:
    for name, data in MARKS.items():
        (project / name).write_bytes(data)
    _, summary, found = check(project)
    assert summary["clean"] is False
    # In UTF-16 and UTF-32 the bytes don't spell the word, and Python can't import such a file either.
    expected = MARKS.keys() - {"utf16.py", "utf16be.py", "utf32.py"}
    assert found.keys() == expected
    for name in expected - {"bidi.py", "hidden.py"}:
        assert found[name][0].startswith("CD001 "), name
    assert found["bidi.py"][0].startswith("CD004 ")
    assert found["hidden.py"][0].startswith("CD004 ")


def fifo(path: Path) -> None:
    os.mkfifo(path)


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def linked(to: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(to)


ODD: dict[str, Callable[[Path], None]] = {
    "fifo.py": fifo,
    "socket.py": listening,
    "zero.py": linked("/dev/zero"),
    "random.py": linked("/dev/urandom"),
    "terminal.py": linked("/dev/stdin"),
    "loop.py": linked("loop.py"),
    "ping.py": linked("pong.py"),
    "pong.py": linked("ping.py"),
    "broken.py": linked("nowhere.py"),
    "again.py": linked(CLEAN),
    "above": linked(".."),
    "here": linked("."),
    "root": linked("/"),
    "folder.py": Path.mkdir,
    "process.py": linked("/proc/self/mem"),
}


def test_what_is_no_file_is_passed_over(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    for name, make in ODD.items():
        make(project / name)
    (project / "folder.py" / "inner.py").write_text("from chaindsl import chain\nflow = chain(\n")
    status, summary, found = check(project)
    assert (status, sorted(found)) == (1, ["folder.py/inner.py"])
    assert summary["files"] == 2
    told = {str(one["file"]) for one in summary["skipped"]}  # type: ignore[attr-defined]
    assert told <= {"loop.py", "ping.py", "pong.py", "process.py"}


@pytest.mark.parametrize("name", ["fifo.py", "zero.py", "loop.py", "folder.py", "broken.py", "socket.py"])
def test_what_is_no_file_is_refused_when_it_is_named(project: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(project)
    ODD[name](project / name)
    command = [sys.executable, "-P", "-m", "chaindsl.cli.main", "check", name]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    if name != "folder.py":
        assert (done.returncode, done.stderr.startswith("error: "), done.stderr.count("\n")) == (2, True, 1)


NAMES = [
    b"a\xff.py", b"new\nline.py", b"tab\t.py", b"esc\x1b[31m.py", b"quote'\".py", b"\xe2\x80\xae.py", b"-rf.py",
    b" .py", b"..py", b"%s{}.py", b"a" * 250 + b".py", b"::error file=x::.py", b"caf\xc3\xa9.py", b"cafe\xcc\x81.py",
]  # fmt: skip


@pytest.mark.parametrize("output", ["full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit"])
def test_names_of_every_kind_are_shown_harmlessly(project: Path, output: str) -> None:
    for name in NAMES:
        (project / os.fsdecode(name)).write_text("from chaindsl import chain\nflow = chain(\n")
    command = [sys.executable, "-P", "-m", "chaindsl.cli.main", "check", "--output-format", output]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, timeout=60, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    done.stdout.decode("utf-8")
    # The runner that reads GitHub's commands has to find the file by its name.
    assert output == "github" or b"\x1b[31m" not in done.stdout + done.stderr
    assert f"Found {len(NAMES)}".encode() in done.stdout + done.stderr
    if output == "github":
        commands = [line for line in done.stdout.splitlines() if line.startswith(b"::")]
        assert len(commands) == len(NAMES)


def test_a_folder_may_be_deeper_than_python_recurses(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    for _ in range(1_200):
        Path("d").mkdir()
        os.chdir("d")
    Path("deep.py").write_text("from chaindsl import chain\nflow = chain(\n")
    os.chdir(project)
    # Paths may not be longer than some 4,000 bytes, so what lies deeper is told to be out of reach.
    _, summary, _ = check(project)
    assert summary["clean"] is False or summary["files"] == 2
    # pytest, which removes what tests leave, recurses too.
    subprocess.run(["rm", "-rf", "d"], cwd=project, check=True)


@pytest.mark.skipif(os.geteuid() == 0 and shutil.which("setpriv") is None, reason="nothing is forbidden to root")
def test_what_may_not_be_read_is_told(project: Path) -> None:
    (project / "secret.py").write_text(FLOW)
    (project / "secret.py").chmod(0)
    (project / "closed").mkdir(mode=0)
    # Root gives up what it is allowed to do.
    powerless = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    _, summary, _ = check(project, before=powerless)
    assert {one["file"] for one in summary["skipped"]} == {"secret.py", "closed"}  # type: ignore[attr-defined]


def test_a_file_of_a_terabyte_is_not_read(project: Path) -> None:
    for name, start in (("said.py", b"import chaindsl\n"), ("silent.py", b"import os\n")):
        (project / name).write_bytes(start)
        os.truncate(project / name, 1 << 40)
    _, summary, found = check(project)
    assert found == {}
    assert {one["file"] for one in summary["skipped"]} == {"said.py", "silent.py"}  # type: ignore[attr-defined]


def test_many_files(project: Path) -> None:
    broken = lay_many(project, 5_000)
    status, summary, found = check(project, seconds=600)
    assert (status, summary["files"], len(found)) == (1, 5_001, broken)
