"""A step under another name and other keys: what `renamed(...)` means, for both front ends."""

from collections.abc import Mapping
from dataclasses import replace

from chaindsl.graph.reads import effect_keys
from chaindsl.graph.step import Check, Each, Effect, Read, Step
from chaindsl.graph.template import placeholders, substitute
from chaindsl.graph.unknown import Maybe, Unknown


def rename_step(step: Step, name: Maybe[str], reads: Mapping[str, str], writes: Maybe[str] | None) -> Step:
    """Return the step as `name`, reading `reads[key]` for each key named there, and writing `writes` unless None.

    Reads of its validators, the list of an `each` step and the idempotency key's template follow.
    """
    checks = step.validators
    if not isinstance(checks, Unknown):
        checks = tuple(Check(check.name, _reads(check.reads, reads)) for check in checks)
    return replace(
        step,
        name=name,
        reads=_reads(step.reads, reads),
        writes=step.writes if writes is None else writes,
        validators=checks,
        each=_each(step.each, reads),
        effect=_effect(step, reads),
    )


def _reads(found: tuple[Read, ...], new: Mapping[str, str]) -> tuple[Read, ...]:
    return tuple(replace(read, key=new.get(read.key, read.key)) for read in found)


def _each(each: Maybe[Each | None], new: Mapping[str, str]) -> Maybe[Each | None]:
    if isinstance(each, Each) and not isinstance(each.key, Unknown):
        return replace(each, key=new.get(each.key, each.key))
    return each


def _effect(step: Step, new: Mapping[str, str]) -> Maybe[Effect | None]:
    effect = step.effect
    if isinstance(effect, Effect) and isinstance(effect.key, str):
        kept = {name: f"{{{name}}}" for name in placeholders(effect.key)}
        names = kept | {key: f"{{{new.get(key, key)}}}" for key in effect_keys(step)}
        return replace(effect, key=substitute(effect.key, names))
    return effect
