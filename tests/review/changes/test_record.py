"""The JSON form fits its published schema, and the page says all that there is."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from chaindsl.review.changes.bars import SHAPES, WORDS, Failure
from chaindsl.review.changes.change import Aspect, Named, Verb
from chaindsl.review.changes.difference import Difference
from chaindsl.review.changes.record import VERSION, json_text
from tests.draw import samples
from tests.review.changes.history import HISTORY, played
from tests.review.changes.made import difference
from tests.review.changes.repository import Repo

DOCS = Path(__file__).parents[3] / "docs" / "reference"
SCHEMA = json.loads((DOCS / "diff.schema.json").read_text(encoding="utf-8"))
PAGE = (DOCS / "diff.md").read_text(encoding="utf-8")


def fits(found: Difference, *failed: Failure) -> dict[str, object]:
    record: dict[str, object] = json.loads(json_text(found, failed))
    jsonschema.validate(record, SCHEMA, cls=jsonschema.Draft202012Validator)
    return record


def test_a_whole_history_fits_the_schema(tmp_path: Path) -> None:
    repo = played(Repo(tmp_path))
    for number in range(0, len(HISTORY), 4):
        fits(repo.difference(f"{repo.commits[number]}..{repo.commits[number + 1]}"), Failure("calls>1", "qa", "why"))
    record = fits(repo.difference(f"{repo.commits[0]}..HEAD"))
    assert list(record)[:2] == ["human_gates_removed", "version"]


@pytest.mark.parametrize("one", ["QA", "DIGEST", "SUPPORT"])
def test_flows_that_come_and_go_fit_it(one: str) -> None:
    flow = getattr(samples, one)
    fits(difference(None, flow))
    fits(difference(flow, None))


def test_the_schema_names_every_kind_of_change() -> None:
    change = SCHEMA["$defs"]["change"]["properties"]
    assert change["aspect"]["enum"] == [str(one) for one in Aspect]
    assert change["change"]["enum"] == [str(one) for one in Verb]
    flow = SCHEMA["$defs"]["flow"]["properties"]
    assert flow["renamed"]["items"]["properties"]["kind"]["enum"] == [str(one) for one in Named]
    assert SCHEMA["properties"]["version"] == {"const": VERSION}


def test_the_page_names_every_bar_and_no_other() -> None:
    table = PAGE[PAGE.index("| bar |") : PAGE.index("| exit status |")]
    cells = [line.split("|")[1] for line in table.splitlines()[2:] if line.startswith("|")]
    assert sorted(name for cell in cells for name in re.findall("`([^`]+)`", cell)) == sorted((*WORDS, *SHAPES))


def test_the_page_names_every_field_of_the_form() -> None:
    record = json.loads(json_text(difference(None, samples.QA)))
    names = {*record, *record["flows"][0], *SCHEMA["$defs"]["change"]["properties"]}
    assert sorted(name for name in names if f"`{name}`" not in PAGE and f'"{name}"' not in PAGE) == []
