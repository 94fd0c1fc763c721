"""Chains and workflows as ordinary decorated functions: checked before they run, and run as they were checked.

Importing this package loads nothing else; each name is loaded when it is first asked for.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chaindsl.errors import ChainDslError, FlowError, Issue
    from chaindsl.graph.budget import Budget
    from chaindsl.language.blocks import branch, parallel, repeat
    from chaindsl.language.chain import chain
    from chaindsl.language.flow import Flow
    from chaindsl.language.guarantees import at_most, decides, never, passes
    from chaindsl.language.rename import renamed
    from chaindsl.language.state import State
    from chaindsl.language.step import step
    from chaindsl.language.transition import transition
    from chaindsl.language.workflow import workflow
    from chaindsl.runtime.failure import (
        BudgetExceeded,
        CallsExceeded,
        ChainError,
        GuaranteeBroken,
        InputError,
        Refused,
        StepFailed,
        Stuck,
    )
    from chaindsl.runtime.run import Run
    from chaindsl.runtime.runner import Runner
    from chaindsl.runtime.status import Status
    from chaindsl.trace.record import Record
    from chaindsl.vocabulary.actor import FromActor
    from chaindsl.vocabulary.command import Command, CommandResult, cli
    from chaindsl.vocabulary.feedback import Feedback, IdempotencyKey
    from chaindsl.vocabulary.model import AsyncComplete, Complete, Completion, Usage
    from chaindsl.vocabulary.prompt import Prompt, PromptText, prompt
    from chaindsl.vocabulary.text import Len, Text
    from chaindsl.vocabulary.values import Values

__version__ = "0.1.0"

__all__ = [
    "AsyncComplete",
    "Budget",
    "BudgetExceeded",
    "CallsExceeded",
    "ChainDslError",
    "ChainError",
    "Command",
    "CommandResult",
    "Complete",
    "Completion",
    "Feedback",
    "Flow",
    "FlowError",
    "FromActor",
    "GuaranteeBroken",
    "IdempotencyKey",
    "InputError",
    "Issue",
    "Len",
    "Prompt",
    "PromptText",
    "Record",
    "Refused",
    "Run",
    "Runner",
    "State",
    "Status",
    "StepFailed",
    "Stuck",
    "Text",
    "Usage",
    "Values",
    "at_most",
    "branch",
    "chain",
    "cli",
    "decides",
    "never",
    "parallel",
    "passes",
    "prompt",
    "renamed",
    "repeat",
    "step",
    "transition",
    "workflow",
]

_HOMES = {
    "chaindsl.errors": "ChainDslError FlowError Issue",
    "chaindsl.graph.budget": "Budget",
    "chaindsl.language.blocks": "branch parallel repeat",
    "chaindsl.language.chain": "chain",
    "chaindsl.language.flow": "Flow",
    "chaindsl.language.guarantees": "at_most decides never passes",
    "chaindsl.language.rename": "renamed",
    "chaindsl.language.state": "State",
    "chaindsl.language.step": "step",
    "chaindsl.language.transition": "transition",
    "chaindsl.language.workflow": "workflow",
    "chaindsl.runtime.failure": (
        "BudgetExceeded CallsExceeded ChainError GuaranteeBroken InputError Refused StepFailed Stuck"
    ),
    "chaindsl.runtime.run": "Run",
    "chaindsl.runtime.runner": "Runner",
    "chaindsl.runtime.status": "Status",
    "chaindsl.trace.record": "Record",
    "chaindsl.vocabulary.actor": "FromActor",
    "chaindsl.vocabulary.command": "Command CommandResult cli",
    "chaindsl.vocabulary.feedback": "Feedback IdempotencyKey",
    "chaindsl.vocabulary.model": "AsyncComplete Complete Completion Usage",
    "chaindsl.vocabulary.prompt": "Prompt PromptText prompt",
    "chaindsl.vocabulary.text": "Len Text",
    "chaindsl.vocabulary.values": "Values",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}


if not TYPE_CHECKING:  # or checkers would believe in every name

    def __getattr__(name: str) -> object:
        home = _HOME.get(name)
        if home is None:
            from chaindsl.graph.nearest import nearest  # noqa: PLC0415 - only a mistake needs it

            raise AttributeError(f"chaindsl has no {name}: {nearest(name, __all__)}")
        found: object = getattr(import_module(home), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Door(ModuleType):
    """Keeps `chaindsl.cli` the function that describes commands, which the package of that name would hide."""

    @property
    def cli(self) -> object:
        return import_module(_HOME["cli"]).cli

    @cli.setter
    def cli(self, package: ModuleType) -> None:
        """Importing a package sets it on the one around it; `sys.modules` has it all the same."""


sys.modules[__name__].__class__ = _Door
