"""Which files are parsed: a filter that lets through too little would call a file clean that nobody read."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.files import Finder, Listing, Source
from analyzer.mention import LONGEST, Look, Mentions, imported, look, mentions, speaks
from analyzer.settings.configuration import Configuration
from analyzer.settings.settings import Settings
from analyzer.source.project import Project


def read(folder: Path, size: int = 1000, whole: bool = True, **files: str | bytes) -> Mentions:
    listing = Listing()
    listing.tops = [f"{folder}/"] if whole else []
    for name, content in files.items():
        path = folder / f"{name.replace('___', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        listing.sources.append(Source(str(path), path.relative_to(folder).as_posix(), Settings(max_file_size=size)))
    return mentions(listing)


def kept(found: Mentions) -> list[str]:
    return [source.shown for source, _ in found.files]


def test_only_files_that_speak_of_it_are_kept(tmp_path: Path) -> None:
    found = read(tmp_path, a="from chaindsl import step\n", b="import os\n")
    assert kept(found) == ["a.py"]
    assert found.looked == 2
    assert found.files[0][1] == b"from chaindsl import step\n"


@pytest.mark.parametrize(
    "data",
    [
        b"import chaindsl as c",
        b"# -*- coding: utf-7 -*-\nimport +AGMAaABhAGkAbgBkAHMAbA-",
        b"#!/usr/bin/python\n# vim: set fileencoding=unicode_escape\n",
        "import ｃｈａｉｎｄｓｌ".encode(),  # noqa: RUF001 - full-width letters, which Python takes for plain ones
    ],
)
def test_bytes_that_may_spell_the_word(data: bytes) -> None:
    assert speaks(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"import chain",
        "# -*- coding: utf-8 -*-\nx = 'é'".encode(),
        b"# coding: latin-1\nx = '\xe9'",
        b"coding = 1",
    ],
)
def test_bytes_that_can_not(data: bytes) -> None:
    assert not speaks(data)


def test_files_that_import_a_module_that_speaks(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        ours___dsl="from chaindsl import chain, step\ndef build(limit): return chain('qa', limit)\n",
        flow="from ours.dsl import build\nqa = build(3)\n",
        further="import flow as f\nqb = f.qa\n",
        other="import dslr\n",
        words="# dsl and chain and flow, and no more\n",
    )
    assert kept(found) == ["flow.py", "further.py", "ours/dsl.py"]


def test_a_package_is_imported_by_the_name_of_its_folder(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        ours_____init__="from chaindsl import chain\n",
        ours___inner="from . import chain\n",
        flow="from ours import chain\n",
        other="import their\n",
    )
    assert kept(found) == ["flow.py", "ours/__init__.py", "ours/inner.py"]


def test_a_module_that_is_left_out_may_speak(tmp_path: Path) -> None:
    listing = Listing()
    listing.tops = [f"{tmp_path}/"]
    listing.left_out = {"/p/dsl.py"}
    for name, text in {"a": "from dsl import build\n", "b": "import os\n"}.items():
        (tmp_path / f"{name}.py").write_text(text)
        listing.sources.append(Source(str(tmp_path / f"{name}.py"), f"{name}.py", Settings()))
    assert kept(mentions(listing)) == ["a.py"]


def test_where_not_all_files_are_looked_at_every_import_may_lead_there(tmp_path: Path) -> None:
    assert kept(read(tmp_path, whole=False, a="import os\n", b="x = 1\n")) == ["a.py"]


def test_a_module_that_goes_away_meanwhile_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def looking(path: str, most: int) -> Look:
        found = look(path, most)
        if path.endswith("b.py"):
            Path(path).unlink()
        return found

    monkeypatch.setattr("analyzer.mention.look", looking)
    found = read(tmp_path, a="import chaindsl\n", b="import a\n", c="import a\n")
    assert kept(found) == ["a.py", "c.py"]
    assert found.files[1][1] == b"import a\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import a.b, c as d\n", "import a b c as d"),
        ("from a import (\n    b,\n    c,\n)\nx = 1\n", "from a import b c"),
        ("from a \\\n    import b, \\\n    c\nx = 1\n", "from a import b c"),
        ("from .. import b", "from import b ."),
        ("x = 1; import b; y = 2\nz\n", "x 1 import b y 2"),
        ("importlib.import_module('b')\n", "importlib import_module b"),
        ("if x: import é\n", "if x import é"),
        ("from a import (", "from a import"),
        ("import \\", "import"),
        ("x = 1\n", ""),
    ],
)
def test_the_words_of_imports(text: str, words: str) -> None:
    assert imported(text.encode()) == set(words.encode().split())


def test_a_long_file_is_searched_to_its_end(tmp_path: Path) -> None:
    late = b"#" * 2_000_000 + b"\nimport chaindsl\n"
    split = b"#" * (1024 * 1024 + 11 - 4) + b"chaindsl"
    found = read(tmp_path, size=10, late=late, split=split, silent=b"#" * 3000, short=b"chaindsl")
    assert kept(found) == ["late.py", "short.py", "split.py"]
    assert [data for _, data in found.files] == [b"#" * 11 + b"\n# chaindsl", b"chaindsl", b"#" * 11 + b"\n# chaindsl"]


def test_what_can_not_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    with (tmp_path / "endless.py").open("wb") as file:
        file.truncate(LONGEST + 1)
    names = ("folder.py", "endless.py", "gone.py")
    found = mentions(Listing(Source(str(tmp_path / name), name, Settings()) for name in names))
    assert found.looked == 0
    assert [(one.shown, one.reason) for one in found.skipped] == [
        ("folder.py", "no regular file"),
        ("endless.py", f"larger than {LONGEST} bytes"),
        ("gone.py", "no such file or directory"),
    ]


FILES = ["a.py", "b.py", "pkg/__init__.py", "pkg/c.py", "pkg/sub/__init__.py", "pkg/sub/d.py", "src/e.py"]
LINES = [
    "import chaindsl",
    "from chaindsl import chain as make",
    "import a",
    "import os, b as other",
    "from pkg import (\n    c,\n    sub as s,\n)",
    "from pkg.sub import \\\n    d",
    "from . import c, d",
    "from .. import c",
    "from .c import *",
    "from ..sub.d import (x  # odd ) comment\n)",
    "import pkg.sub.d",
    "if True: import e; y = 2",
    "x = 'from a import b'",
    "x = 1",
]


@given(
    st.dictionaries(st.sampled_from(FILES), st.lists(st.sampled_from(LINES), max_size=2), min_size=1),
    st.lists(st.sampled_from(FILES), max_size=2),
)
def test_no_file_is_left_out_that_leads_there(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, list[str]], excluded: list[str]
) -> None:
    """Whatever parses the files may find that fewer lead there, never that more do."""
    folder = tmp_path_factory.mktemp("tree")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(text) + "\n")
    (folder / "pyproject.toml").touch()
    listing = Finder(Configuration(str(folder), exclude=[f"/{name}" for name in excluded]), str(folder)).find(["."])
    project = Project()
    leading = [one.shown for one in listing.sources if project.read(Path(one.path), shown=one.shown).text is not None]
    assert set(leading) <= set(kept(mentions(listing)))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"import names\\\n", {b"import", b"names"}),
        (b"import names\n# ends in \\\n", {b"import", b"names"}),
        (b"\\\nimport names\n# ends in \\\n", {b"import", b"names"}),
        (b"import names\\", {b"import", b"names"}),
    ],
)
def test_a_backslash_at_the_end_does_no_harm_to_an_import_in_the_first_line(data: bytes, words: set[bytes]) -> None:
    assert imported(data) == words
