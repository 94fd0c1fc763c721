"""What a report needs to know besides the findings."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analyzer.finding import Severity


@dataclass(frozen=True, slots=True)
class Page:
    """`bar` is the severity that fails a check, `folder` the absolute path that shown paths are relative to.

    `pages` holds, by code, what a rule says of itself, for formats that carry it along.
    """

    version: str = "0"
    folder: str = "/"
    bar: Severity = Severity.WARNING
    colour: bool = False
    pages: Mapping[str, str] = field(default_factory=dict)
