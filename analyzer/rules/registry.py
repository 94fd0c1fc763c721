"""The rules that there are, by code. The table equals the folder, and a test says so."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from analyzer.rules.rule import Check, Rule, Scope


class Entry(NamedTuple):
    """A rule's name, which is its module's with hyphens, and whether it runs unless something is selected."""

    name: str
    default: bool = True


RULES: dict[str, Entry] = {
    "CD001": Entry("unreadable-source"),
    "CD002": Entry("unknown-part"),
    "CD003": Entry("unused-suppression"),
    "CD004": Entry("misleading-source"),
    "CD101": Entry("deterministic-cycle"),
    "CD102": Entry("unreachable"),
    "CD103": Entry("dead-end"),
    "CD104": Entry("trap"),
    "CD105": Entry("unknown-name"),
    "CD106": Entry("branch-not-exhaustive"),
    "CD107": Entry("chain-too-long"),
    "CD108": Entry("can-get-stuck"),
    "CD109": Entry("guarantee-broken"),
    "CD110": Entry("duplicate-definition"),
    "CD111": Entry("decision-hidden"),
    "CD201": Entry("read-before-write"),
    "CD202": Entry("unread-key"),
    "CD203": Entry("overwritten-before-read"),
    "CD204": Entry("type-mismatch"),
    "CD205": Entry("parallel-conflict"),
    "CD206": Entry("unused-input"),
    "CD301": Entry("unbounded-fan-out"),
    "CD302": Entry("calls-over-cap"),
    "CD303": Entry("over-budget"),
    "CD304": Entry("no-budget"),
    "CD401": Entry("unvalidated-output"),
    "CD402": Entry("retried-effect"),
    "CD403": Entry("swallowed-failure"),
    "CD404": Entry("hidden-nondeterminism"),
    "CD405": Entry("unordered-fan-in"),
    "CD406": Entry("whole-chain-retry"),
    "CD407": Entry("router-too-wide"),
    "CD501": Entry("unversioned-prompt"),
    "CD502": Entry("prompt-changed"),
    "CD503": Entry("placeholder-mismatch"),
    "CD504": Entry("everything-in-prompt"),
    "CD505": Entry("carried-too-long", default=False),
    "CD601": Entry("no-guidance"),
    "CD602": Entry("model-to-command"),
    "CD603": Entry("judgement-called-deterministic"),
}


class Loaded(NamedTuple):
    """A rule, what it checks with (None for what the command line finds by itself), and its page.

    A rule over flows may look at `bodies` as well, where there is source.
    """

    rule: Rule
    check: Check | None
    page: str
    bodies: Check | None = None


Find = Callable[[Iterable[str]], Sequence[Loaded]]
"""Finds rules by their codes."""


def load(codes: Iterable[str]) -> list[Loaded]:
    """Import the modules of these rules, in the order of their codes."""
    return [_loaded(code) for code in sorted(codes)]


@cache
def _loaded(code: str) -> Loaded:
    module = import_module(f"analyzer.rules.{RULES[code].name.replace('-', '_')}")
    rule: Rule = module.RULE
    check = None if rule.scope is Scope.SHELL else module.check
    return Loaded(rule, check, module.__doc__ or "", getattr(module, "check_bodies", None))
