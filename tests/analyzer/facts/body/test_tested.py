"""Whether a body tests a name before it uses it."""

import ast

import pytest

from analyzer.facts.body import tested as looking
from tests.analyzer.facts.body.seen import visited

YES = [
    "if q not in A:\n  raise E\n use(q)",
    "if q not in ('a', 'b'):\n  return None\n use(q)",
    "if q in A:\n  use(q)",
    "if not re.fullmatch(p, q):\n  raise E\n use(q)",
    "if not q.isalnum():\n  raise E\n use(q)",
    "if q == 'a':\n  use(q)",
    "assert q in A\n use(q)",
    "check_name(q)\n use(q)",
    "validator.ensure_safe(q)\n use(q)",
    "if q.lower() not in A:\n  raise E\n use(q)",
    "if r or q not in A:\n  raise E\n use(q)",
]
NO = [
    "use(q)",
    "if not q:\n  raise E\n use(q)",
    "if len(q) > 9:\n  raise E\n use(q)",
    "if q is None:\n  raise E\n use(q)",
    "if q == '':\n  raise E\n use(q)",
    "if isinstance(q, str):\n  use(q)",
    "if r not in A:\n  raise E\n use(q)",
    "if q not in A:\n  log(q)\n use(q)",
    "use(q)\n if q not in A:\n  raise E",
    "show(q)\n use(q)",
    "if r:\n  assert q in A\n else:\n  use(q)",
]


def _answer(body: str) -> bool:
    _, found = visited(f"def step(q, r):\n {body}")
    use = next(visit for visit in found.calls if ast.unparse(visit.node.func) == "use")
    return looking.tested(use.frame, "q")


@pytest.mark.parametrize("body", YES)
def test_it_is_tested(body: str) -> None:
    assert _answer(body)


@pytest.mark.parametrize("body", NO)
def test_it_is_not_tested(body: str) -> None:
    assert not _answer(body)
