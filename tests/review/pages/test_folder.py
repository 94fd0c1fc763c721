"""A folder of pages is brought up to date, and files of others are left alone."""

from pathlib import Path

import pytest

from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.step import Step
from chaindsl.review.pages.folder import pages_of, stale, update

A, B = (Flow(name, Chain((Step("s", writes="s"),))) for name in ("a", "b"))


def test_names_are_told_apart() -> None:
    flows = [A, Flow("A", A.body), Flow("readme", A.body), Flow("x/../y", A.body), Flow("…", A.body)]
    assert list(pages_of(flows)) == ["README.md", "a.md", "A-2.md", "readme-2.md", "x_y.md", "flow.md"]


def test_a_folder_is_brought_up_to_date(tmp_path: Path) -> None:
    folder, pages = tmp_path / "docs", pages_of([A, B])
    assert stale(folder, pages) == [f"{folder / file}: missing" for file in ("README.md", "a.md", "b.md")]
    assert update(folder, pages) == 3
    assert (stale(folder, pages), update(folder, pages)) == ([], 0)
    (folder / "notes.md").write_text("# Mine\n")
    (folder / "a.md").write_bytes(pages["a.md"].encode() + b"more")
    fewer = pages_of([A])
    assert stale(folder, fewer) == [
        f"{folder / 'README.md'}: stale",
        f"{folder / 'a.md'}: stale",
        f"{folder / 'b.md'}: there is no such flow any longer",
    ]
    assert update(folder, fewer) == 3
    assert sorted(path.name for path in folder.iterdir()) == ["README.md", "a.md", "notes.md"]


def test_a_file_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Mine\n")
    with pytest.raises(ChainDslError) as raised:
        update(tmp_path, pages_of([A, B]))
    assert raised.value.code == "not-ours"
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]
