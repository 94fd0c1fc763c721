"""`full` in colour: the same text, once the colours are taken away."""

import re
from dataclasses import replace

from analyzer.report.concise import render as concise
from analyzer.report.full import render as full
from tests.analyzer.report.sample import OUTCOME, PAGE


def test_colours_change_nothing_else() -> None:
    page = replace(PAGE, colour=True)
    for render in (full, concise):
        coloured = render(OUTCOME, page)
        assert coloured != render(OUTCOME, PAGE)
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == render(OUTCOME, PAGE)
