"""Which files may hold a flow, told by bytes and import lines alone."""

from pathlib import Path

import pytest

from analyzer.source.reach import Import, Reach, imports, speaks


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"import chaindsl", True),
        (b"import other", False),
        ("import \uff43haindsl".encode(), True),
        ("x = 'ä'".encode(), False),
        (b"# coding: utf-7\nimport +AGM-haindsl\n", True),
        (b"# coding: utf-8\nimport other\n", False),
        (b"# coding: nonsense\nimport other\n", False),
        (b"\xff\xfe", False),
        (b"", False),
    ],
)
def test_who_speaks_of_chaindsl(data: bytes, expected: bool) -> None:
    assert speaks(data) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import a", [Import(0, "a", ())]),
        ("import a.b as c, d", [Import(0, "a.b", ()), Import(0, "d", ())]),
        ("from a.b import c as d, e  # why", [Import(0, "a.b", ("c", "e"))]),
        ("from . import a", [Import(1, "", ("a",))]),
        ("from ..a import b", [Import(2, "a", ("b",))]),
        ("from a import (\n    b,\n    c as d,\n)\nimport e", [Import(0, "a", ("b", "c")), Import(0, "e", ())]),
        ("from a \\\n    import b", [Import(0, "a", ("b",))]),
        ("import a; import b", [Import(0, "a", ()), Import(0, "b", ())]),
        ("if x:\n    from a import *", [Import(0, "a", ("*",))]),
        ("important = 1\nreimport()", []),
        ("", []),
    ],
)
def test_imports_are_found_without_a_parser(text: str, expected: list[Import]) -> None:
    found = [line for line in imports(text.encode()) if line.module or line.names]
    assert [line for line in found if line in expected] == expected


def reach(files: dict[str, str], log: list[str] | None = None) -> Reach:
    def read(path: Path) -> bytes | None:
        if log is not None:
            log.append(path.stem)
        return files[path.stem].encode()

    def find(path: Path, line: Import) -> list[Path]:
        return [Path(name) for name in (line.module, *line.names) if name in files]

    return Reach(read, find)


def test_imports_are_followed_to_who_speaks() -> None:
    files = {"a": "import b", "b": "from c import x", "c": "import chaindsl", "d": "import e", "e": "import d"}
    found = reach(files)
    assert {name: found.leads(Path(name)) for name in files} == {
        "a": True,
        "b": True,
        "c": True,
        "d": False,
        "e": False,
    }


def test_each_file_is_looked_at_once() -> None:
    files = {"a": "import b\nimport c", "b": "import c", "c": "import a"}
    log: list[str] = []
    found = reach(files, log)
    assert [found.leads(Path(name)) for name in files] == [False, False, False]
    assert sorted(log) == ["a", "b", "c"]
