"""The output formats: each name, its module, and whether people read it."""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

Render = Callable[..., str]
"""Renders an outcome and a page as text."""


class Format(NamedTuple):
    """A format. One `for_people` ends with the last line that says why; the others leave it to standard error."""

    module: str
    help: str
    for_people: bool = False

    def renderer(self) -> Render:
        """Load what renders it: a function from an outcome and a page to text."""
        render: Render = import_module(f"analyzer.report.{self.module}").render
        return render


FORMATS: dict[str, Format] = {
    "full": Format("full", "each finding with the source, what proves it, and what to do", for_people=True),
    "concise": Format("concise", "one line a finding", for_people=True),
    "json": Format("json", "one object, versioned"),
    "json-lines": Format("json_lines", "one object a line, the summary last"),
    "sarif": Format("sarif", "SARIF 2.1.0, for code scanning"),
    "github": Format("github", "annotations of GitHub Actions", for_people=True),
    "gitlab": Format("gitlab", "a GitLab code quality report"),
    "junit": Format("junit", "JUnit XML, for test reports"),
}
