"""How a name of chaindsl is written, and imported where it is not there yet."""

import pytest

from analyzer.edit.imports import spelling
from tests.analyzer.edit.written import after, site


@pytest.mark.parametrize(
    ("text", "spelt", "result"),
    [
        ("import chaindsl\nchaindsl.chain()\n", "chaindsl.Budget", None),
        ("import chaindsl as c\nc.chain()\n", "c.Budget", None),
        ("from chaindsl import *\nchain()\n", "Budget", None),
        ("from chaindsl import Budget as B, chain\nchain()\n", "B", None),
        ("from chaindsl import chain, step\nchain()\n", "Budget",
         "from chaindsl import Budget, chain, step\nchain()\n"),
        ("from chaindsl import A, chain\nchain()\n", "Budget", "from chaindsl import A, Budget, chain\nchain()\n"),
        ("from chaindsl import A, C\nchain = C\nchain()\n", "Budget",
         "from chaindsl import A, Budget, C\nchain = C\nchain()\n"),
        ("from chaindsl import step, chain\nchain()\n", "Budget",
         "from chaindsl import step, chain, Budget\nchain()\n"),
        ("from chaindsl import (\n    chain,  # c\n    step,\n)\nchain()\n", "Budget",
         "from chaindsl import (\n    Budget,\n    chain,  # c\n    step,\n)\nchain()\n"),
        ("from chaindsl import (\n    A, chain, step,\n)\nchain()\n", "Budget",
         "from chaindsl import (\n    A, Budget, chain, step,\n)\nchain()\n"),
        ('"""Doc."""\nfrom .dsl import chain  # ours\nchain()\n', "Budget",
         '"""Doc."""\nfrom .dsl import chain  # ours\nfrom chaindsl import Budget\nchain()\n'),
    ],
)  # fmt: skip
def test_a_name_is_spelt(text: str, spelt: str, result: str | None) -> None:
    found = spelling(site(text, "chain"), "Budget")
    assert found is not None
    assert (found.text, after(text, found.edits)) == (spelt, result)


@pytest.mark.parametrize(
    "text",
    [
        "from chaindsl import chain\nclass Budget: ...\nchain()\n",
        "from money import Budget\nfrom chaindsl import chain\nchain()\n",
        "import a; from b import chain\nchain()\n",
        "chain()\n",
    ],
)
def test_a_name_that_means_something_else_is_not(text: str) -> None:
    assert spelling(site(text, "chain"), "Budget") is None
