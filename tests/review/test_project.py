"""A project is read with the files of YAML that are named: their flows, what is found in them, what can't be read."""

from pathlib import Path

from analyzer.engine import engine
from chaindsl.cli.yaml_engine import with_yaml
from chaindsl.review.project import ProjectView, view_project
from chaindsl.review.report.document import report_page

EXPENSE = (Path(__file__).parents[2] / "examples" / "yaml" / "expense.yaml").read_text(encoding="utf-8")


def viewed(folder: Path, *names: str) -> ProjectView:
    return view_project(names, str(folder), with_yaml(engine()))


def test_a_file_of_yaml_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "expense.yaml").write_text(EXPENSE, encoding="utf-8")
    view = viewed(tmp_path, "expense.yaml")
    assert [(file.shown, [flow.graph.name for flow in file.flows]) for file in view.files] == [
        ("expense.yaml", ["expense", "book_work"])
    ]
    page = report_page(view, str(tmp_path), "Flows", "0")
    assert "Decide whether this expense is paid." in page
    assert "expense.yaml:8" in page
    assert viewed(tmp_path).files == ()


def test_what_is_found_in_it(tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(EXPENSE.replace("$.arguments.by", "$.arguments.who"), encoding="utf-8")
    assert [one.code for one in viewed(tmp_path, "wrong.yaml").findings] == ["CD704"]


def test_what_can_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "torn.yaml").write_text(EXPENSE.replace("  expense:", "  expense: ["), encoding="utf-8")
    view = viewed(tmp_path, "torn.yaml")
    assert (view.files, [str(one.place) for one in view.problems]) == ((), ["torn.yaml:10:16"])
