"""What we say about the seeded mistakes, and that the committed page of the comparison has its form."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from benches.peers.environment import OURS, PEERS
from benches.peers.linters import WIRING, source_of
from benches.peers.mistakes import DEFECTS, FOLDER, ours, slug
from benches.peers.page import WHOLE, linters, lost, mistakes, page, places, summary
from benches.peers.picture import picture

LENGTHS = ("10 steps", "100 steps", "1,000 steps", "100 steps beside 1 MB")
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "peers.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
CODES = {
    "unknown target": "yes: CD102, CD105",
    "unreachable step": "yes: CD102",
    "unconditional cycle": "yes: CD101",
    "read never written": "yes: CD201",
    "written never read": "yes: CD202",
    "undeclared key": "n/a",
    "two parallel writers": "yes: CD205",
    "branch without target": "yes: CD106",
    "types differ": "yes: CD204",
    "fan-out of unknown size": "yes: CD302",
}
FOUND: dict[str, Any] = {
    "date": "2026-11-30",
    "python": "3.11.7",
    "versions": "chaindsl of this tree, Other 1.0",
    "skipped": {"Third": "no such version"},
    "mistakes": {
        "unknown target": {"chaindsl": "yes: CD105", "Other": "n/a"},
        "types differ": {"chaindsl": "yes: CD204", "Other": "silent; run: TypeError"},
    },
    "steps": {"chaindsl": {"100 steps": {"ratio": 1.5}}, "Other": {"100 steps": {"ratio": 41.4}, "10 steps": {}}},
    "linters": {"types differ": {"a-linter": "silent"}},
    "durable": {"chaindsl": {"ratio": 1.4}, "Other": {"failed": "n/a"}},
    "crowd": {"chaindsl": {"ratio": 2.0}, "Other": {"ratio": 12.0}},
    "fan": {"chaindsl": {"ratio": 1.25}, "Other": {"ratio": 1.2}},
    "memory": {"chaindsl": {"mb": 36.46}, "Other": {"failed": "ValueError: no"}},
    "import": {"chaindsl": 200.0, "Other": 100.0},
}


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a page: rows of cells, heads first, the line of dashes left out."""
    found: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            found[-1] += [cells] if set(cells) != {"---"} else []
        elif found[-1]:
            found.append([])
    return [rows for rows in found if rows]


@pytest.mark.parametrize("defect", DEFECTS)
def test_ours_says_it_before_anything_runs(defect: str) -> None:
    assert ours(defect) == CODES[defect]


def test_every_mistake_is_one_of_the_list() -> None:
    assert {path.stem for path in (FOLDER / "cases").glob("*.py")} == {slug(one) for one in DEFECTS} - {
        "undeclared_key"
    }


def test_tables_say_what_was_found() -> None:
    assert tables(summary(FOUND))[0][1:] == [
        ["chaindsl", "2 of 2", "1.50", "1.40", "2.00", "1.25", "1.00"],
        ["Other", "0 of 1", "41", "n/a", "12", "1.20", "0.50"],
    ]
    assert tables(linters(FOUND))[0] == [["mistake", "a-linter"], ["types differ", "silent"]]
    assert linters({"linters": {}}) == "They could not be installed.\n"
    assert tables(mistakes(FOUND))[0][2] == ["types differ", "yes: CD204", "silent; run: TypeError"]


def test_where_we_are_not_first_it_says_so() -> None:
    found = {**FOUND, "steps": {name: {what: {"ratio": 1.0 + len(name)} for what in LENGTHS} for name in FOUND["fan"]}}
    found["memory"] = {"chaindsl": {"mb": 30.0}, "Other": {"mb": 40.0}}
    found["durable"] = {"chaindsl": {"ratio": 1.4}, "Other": {"ratio": 3.5}}
    assert lost(found) == "\n".join(
        [*(f"- **{what}**: Other" for what in LENGTHS), "- **fan-out**: Other", "- **import**: Other", ""]
    )
    assert tables(places(found))[0][-5:] == [
        ["durable step", "1 of 2", "Other", "0.40"],
        ["100 runs", "1 of 2", "Other", "0.17"],
        ["fan-out", "2 of 2", "Other", "1.04"],
        ["import", "2 of 2", "Other", "2.00"],
        ["memory", "1 of 2", "Other", "0.75"],
    ]
    assert page(found).endswith("\nNot measured: Third (no such version).\n")


def test_the_committed_page_has_its_tables() -> None:
    short, said, lint, steps, others, stand = tables(PAGE)
    names = [peer.name for peer in (OURS, *PEERS)]
    assert [row[0] for row in short[1:]] == names == [row[0] for row in others[1:]]
    assert [row[0] for row in said[1:]] == list(DEFECTS)
    assert {row[0]: row[1] for row in said[1:]} == CODES
    assert lint[0] == ["mistake", "langgraph-lint", "costwright"]
    assert [row[0] for row in lint[1:]] == list(DEFECTS)
    assert steps[0] == ["", *LENGTHS]
    assert [row[0] for row in stand[1:]] == [*LENGTHS, *WHOLE.values(), "import", "memory"]
    assert "Better than chaindsl, the best first:" in PAGE


def test_the_picture_has_a_bar_a_system_the_cheapest_first() -> None:
    drawn = picture(FOUND)
    bars = re.findall(r'text-anchor="end">([^<]+)</text>\n<rect class="(\w+)" x="190" y="\d+" width="([\d.]+)"', drawn)
    # Powers of ten from 0.1 to 100 share 470 units.
    assert bars == [("chaindsl", "ours", "184.3"), ("Other", "bar", "410.0")]
    assert (ROOT / "docs" / "explanation" / "peers.svg").read_text(encoding="utf-8").count("<rect ") == len(PEERS) + 2


def test_a_linter_is_shown_one_mistake_with_what_it_needs() -> None:
    names = {node.name for node in ast.parse(source_of("types_differ")).body if isinstance(node, ast.FunctionDef)}
    assert names == {"types_differ", "line", "same"}
    everything = ast.parse(WIRING.read_text(encoding="utf-8")).body
    assert {slug(one) for one in DEFECTS} <= {node.name for node in everything if isinstance(node, ast.FunctionDef)}


def test_the_readme_shows_the_pages_summary_and_its_date() -> None:
    part = README.partition("\n## Beside others\n")[2].partition("\n## ")[0]
    (shown,) = tables(part)
    assert shown == tables(PAGE)[0]
    assert re.findall(r"\d{4}-\d\d-\d\d", part) == re.findall(r"\d{4}-\d\d-\d\d", PAGE)[:1]
