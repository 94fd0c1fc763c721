"""Why each code of YAML is worth a finding, with two examples: one has it on each line that ends in `# here`."""

from typing import NamedTuple


class Page(NamedTuple):
    """Why it hurts, and the two examples."""

    why: str
    bad: str
    good: str


_HEAD = """\
version: "1.0.0"
workflows:
  release:
    initialState: built
    states:
      built:
        goal: Decide whether it goes out.
        transitions:
"""
_TAIL = """\
      done: { terminal: true }
"""


def _example(text: str, tail: str = _TAIL) -> str:
    return _HEAD + "".join(f"          {line}\n" for line in text.splitlines()) + tail


_GOOD = _example("ship: { target: done, executor: { kind: cli, command: ./ship.sh } }")

PAGES: dict[str, Page] = {
    "CD701": Page(
        "Anchors and aliases make a huge file of a small one, tags make objects of it, and of a key that stands twice "
        "one value is lost.",
        _example("ship: { target: done, executor: &work { kind: noop } }  # here"),
        _example("ship: { target: done, executor: { kind: noop } }"),
    ),
    "CD702": Page(
        "What is misspelt has no effect, and nobody says so.",
        _example("ship: { target: done, excecutor: { kind: cli, command: ./ship.sh } }  # here"),
        _GOOD,
    ),
    "CD703": Page(
        "A misspelt actor is taken for an agent, a misspelt guard for one that never holds, `not` of it for one that "
        "always does.",
        _example("ship: { target: done, actor: determinstic }  # here"),
        _example("ship: { target: done, actor: human }"),
    ),
    "CD704": Page(
        "A path that leads nowhere is null, and as an argument of a command it is passed on as it is spelt.",
        _example("ship: { target: done, executor: { kind: cli, command: ./s, args: [$.input.service] } }  # here"),
        _example("ship: { target: done, executor: { kind: cli, command: ./s, args: [$.workflow.input.service] } }"),
    ),
    "CD705": Page(
        "An expression that can't be read is false: the transition is never taken.",
        _example(
            "ship:\n"
            "  target: done\n"
            "  guards:\n"
            '    - { kind: expr, expr: "$.workflow.input.a == 1 && $.workflow.input.b == 2" }  # here'
        ),
        _example(
            "ship:\n"
            "  target: done\n"
            "  guards:\n"
            '    - { kind: expr, expr: "$.workflow.input.a == 1" }\n'
            '    - { kind: expr, expr: "$.workflow.input.b == 2" }\n'
            "hold: { target: done }"
        ),
    ),
    "CD706": Page(
        "What would be left out in silence is what somebody relies on.",
        _example("ship: { target: done, prefill: { service: shop } }  # here"),
        _GOOD,
    ),
    "CD708": Page(
        "The YAML form takes the one transition that holds; of two it takes none, and nobody is told how to go on. "
        "Here the first one is taken.",
        _example(
            "ship: { target: check }",
            """\
      check:
        transitions:
          large: { target: done, actor: deterministic, guards: [ { kind: expr, expr: "$.workflow.input.n > 9" } ] }
          small: { target: done, actor: deterministic }  # here
"""
            + _TAIL,
        ),
        _example(
            "ship: { target: check }",
            """\
      check:
        transitions:
          large: { target: done, actor: deterministic, guards: [ { kind: expr, expr: "$.workflow.input.n > 9" } ] }
          small: { target: done, actor: deterministic, guards: [ { kind: expr, expr: "$.workflow.input.n <= 9" } ] }
"""
            + _TAIL,
        ),
    ),
    "CD707": Page(
        "The chain stops in front of it, it is hidden from the links, and whoever is not told of it can't take it.",
        _example("ship: { target: done }\ntidy: { target: done, actor: deterministic }  # here"),
        _example(
            "ship: { target: tidy }",
            "      tidy:\n        transitions:\n          tidy: { target: done, actor: deterministic }\n" + _TAIL,
        ),
    ),
}
