"""Which keys a step reads. What counts as a read is settled here, once."""

from chaindsl.graph.step import Each, Effect, Read, Source, Step
from chaindsl.graph.template import placeholders
from chaindsl.graph.unknown import Unknown


def step_reads(step: Step) -> tuple[Read, ...]:
    """Return every read of a step: parameters, the list of `each`, validators' keys and the idempotency template.

    Arguments of an actor and placeholders of a prompt are no reads. The first mention of a key stands for it; a key
    that is optional in one place and needed in another is needed.
    """
    found: list[Read] = [read for read in step.reads if read.source is not Source.ACTOR]
    if isinstance(step.each, Each) and not isinstance(step.each.key, Unknown):
        found.append(Read(step.each.key))
    for check in () if isinstance(step.validators, Unknown) else step.validators:
        found.extend(check.reads)
    found.extend(Read(key) for key in effect_keys(step))
    first: dict[str, Read] = {}
    for read in found:
        known = first.setdefault(read.key, read)
        if known.optional and not read.optional:
            first[read.key] = Read(known.key, known.type, False, known.source, known.parameter)
    return tuple(first.values())


def effect_keys(step: Step) -> tuple[str, ...]:
    """Return the keys that the template of the idempotency key names: the item of an `each` step is none."""
    if not isinstance(step.effect, Effect) or not isinstance(step.effect.key, str):
        return ()
    item = step.each.parameter if isinstance(step.each, Each) else None
    return tuple(name for name in placeholders(step.effect.key) if name != item)
