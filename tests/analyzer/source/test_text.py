"""Which files are opened, and how bytes become text."""

import os
import stat
from pathlib import Path

import pytest

from analyzer.source.text import decode, encoding_of, load, normal
from analyzer.source.trouble import Trouble, TroubleError


def test_a_regular_file_is_read_up_to_one_byte_more_than_wanted(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"12345")
    assert load(path, 5) == b"12345"
    assert load(path, 3) == b"1234"


@pytest.mark.parametrize("size", [0, 3, 5, 9])
def test_a_file_is_read_to_its_end_whatever_size_the_system_says(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"12345")
    said = os.stat_result((stat.S_IFREG, 0, 0, 0, 0, 0, size, 0, 0, 0))
    monkeypatch.setattr(os, "fstat", lambda _: said)
    assert load(path, 9) == b"12345"
    assert load(path, 5) == b"12345"
    assert load(path, 3) == b"1234"


def test_a_file_through_a_link_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"x")
    (tmp_path / "b.py").symlink_to(tmp_path / "a.py")
    assert load(tmp_path / "b.py", 9) == b"x"


@pytest.mark.parametrize("name", ["punycode", "PunyCode", "idna"])
def test_encodings_that_take_for_ever_are_refused(name: str) -> None:
    with pytest.raises(TroubleError, match="is an encoding of domain names"):
        decode(b"# coding: " + name.encode() + b"\nxn--" + b"a" * 500_000)


def refuse(path: Path) -> tuple[Trouble, str]:
    with pytest.raises(TroubleError) as caught:
        load(path, 9)
    return caught.value.trouble, str(caught.value)


def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "loop.py").symlink_to(tmp_path / "loop.py")
    (tmp_path / "folder.py").mkdir()
    assert refuse(tmp_path / "pipe.py") == (Trouble.UNREADABLE, "not a regular file")
    assert refuse(Path("/dev/zero")) == (Trouble.UNREADABLE, "not a regular file")
    assert refuse(tmp_path / "folder.py")[0] is Trouble.UNREADABLE
    assert refuse(tmp_path / "loop.py") == (Trouble.UNREADABLE, "too many levels of symbolic links")
    assert refuse(tmp_path / "missing.py") == (Trouble.UNREADABLE, "no such file or directory")
    assert refuse(tmp_path / "a\0b.py") == (Trouble.UNREADABLE, "not a path")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"x = 1\n", "x = 1\n"),
        (b"\xef\xbb\xbfx = '\xc3\xa4'\n", "x = 'ä'\n"),
        (b"# -*- coding: latin-1 -*-\nx = '\xe4'\n", "# -*- coding: latin-1 -*-\nx = 'ä'\n"),
        (
            b"#!/bin/sh\n# vim: set fileencoding=cp1252 :\nx = '\x80'\n",
            "#!/bin/sh\n# vim: set fileencoding=cp1252 :\nx = '€'\n",
        ),
        (b"a\r\nb\rc\n", "a\nb\nc\n"),
        (b"", ""),
    ],
)
def test_bytes_are_decoded_as_python_does(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "trouble", "line"),
    [
        (b"x = 1\ny = '\xff'\n", Trouble.ENCODING, 2),
        (b"# coding: nonsense\n", Trouble.ENCODING, 1),
        (b"# coding: rot13\nx = 1\n", Trouble.ENCODING, 1),
        (b"# coding: utf-16\nx = 1\n", Trouble.ENCODING, 2),
        (b"\xef\xbb\xbf# coding: latin-1\n", Trouble.ENCODING, 1),
        (b"x = 1\n\ny\0\n", Trouble.NULL_BYTES, 3),
    ],
)
def test_what_python_would_not_read_is_refused_with_its_line(data: bytes, trouble: Trouble, line: int) -> None:
    with pytest.raises(TroubleError) as caught:
        decode(data)
    assert (caught.value.trouble, caught.value.line) == (trouble, line)
    assert caught.value.problem("a.py").place.line == line


def test_encodings_go_by_their_own_names() -> None:
    assert encoding_of(b"x\n") == "utf-8"
    assert encoding_of(b"# coding: latin-1\n") == "iso-8859-1"


def test_line_ends_become_line_feeds() -> None:
    assert normal("a\r\n\rb\n") == "a\n\nb\n"
