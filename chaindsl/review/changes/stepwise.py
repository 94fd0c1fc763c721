"""What differs between two steps, or the work of two transitions, one property after another."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from chaindsl.draw.wording import cut, name
from chaindsl.graph.place import Place
from chaindsl.graph.step import Check, Each, Prompt, Read, Step, Tool
from chaindsl.graph.unknown import Maybe, Unknown
from chaindsl.review.changes.change import Aspect, Change, Verb
from chaindsl.review.changes.exact import same
from chaindsl.review.changes.texts import text_difference
from chaindsl.review.changes.wording import (
    check_words,
    effect_words,
    plain,
    read_words,
    tool_words,
    type_words,
    unknown_text,
)

Words = tuple[str | None, str | None]
"""What there was and what there is, each None where it was, or is, nothing."""


class Property(NamedTuple):
    """One property of a step: how it is got, and how it is spelt."""

    aspect: Aspect
    what: str
    get: Callable[[Step], object]
    spell: Callable[[object], str | None] = plain


def _each(field: str) -> Callable[[Step], object]:
    def get(step: Step) -> object:
        return getattr(step.each, field) if isinstance(step.each, Each) else step.each

    return get


def _effect(value: object) -> str | None:
    return effect_words(value)  # type: ignore[arg-type] # what `get` of this property gives


PROPERTIES = (
    Property(Aspect.KEY, "writes", lambda step: step.writes),
    Property(Aspect.KEY, "runs for each of", _each("key")),
    Property(Aspect.KEY, "the item's parameter", _each("parameter")),
    Property(Aspect.LIMIT, "most items", _each("limit")),
    Property(Aspect.LIMIT, "when there are more items", _each("overflow")),
    Property(Aspect.LIMIT, "items at a time", _each("workers")),
    Property(Aspect.LIMIT, "most model calls of one attempt", lambda step: step.max_calls),
    Property(Aspect.RETRY, "attempts", lambda step: step.attempts.most),
    Property(Aspect.RETRY, "seconds between attempts", lambda step: step.attempts.backoff),
    Property(Aspect.RETRY, "seconds an attempt may take", lambda step: step.attempts.timeout),
    Property(Aspect.RETRY, "tried again on", lambda step: step.attempts.retry_on),
    Property(Aspect.FALLBACK, "", lambda step: step.fallback),
    Property(Aspect.TYPE, "parsed from the model's text", lambda step: step.parsed),
    Property(Aspect.EFFECT, "", lambda step: step.effect, _effect),
    Property(Aspect.EFFECT, "runs a command", lambda step: step.command),
)


def step_changes(old: Step, new: Step, subject: str) -> Iterator[Change]:
    """Yield what differs between two steps; their names and functions take no part."""
    if same(replace(old, name=new.name), new):
        return
    found = list(_differences(old, new, subject))
    other = Change(Aspect.STEP, Verb.CHANGED, subject, "its contract is spelt otherwise", place=new.place)
    yield from found or [other]


def _differences(old: Step, new: Step, subject: str) -> Iterator[Change]:
    place = new.place
    yield from _reads(old, new, subject)
    for one in PROPERTIES:
        before, after = one.get(old), one.get(new)
        if not same(before, after):
            yield changed(one.aspect, subject, one.what, (one.spell(before), one.spell(after)), place)
    yield from _types(old, new, subject)
    yield from _prompts(old.prompts, new.prompts, subject, place)
    yield from _listed(Aspect.TOOL, old.tools, new.tools, subject, place)
    yield from _listed(Aspect.VALIDATOR, old.validators, new.validators, subject, place)


def changed(aspect: Aspect, subject: str, what: str, words: Words, place: Place | None) -> Change:
    """Return a change from one text to another; where one of them is None, something came or went."""
    before, after = words
    verb = Verb.CHANGED if None not in (before, after) else Verb.ADDED if before is None else Verb.REMOVED
    return Change(aspect, Verb.CHANGED if before == after else verb, subject, what, before, after, (), place)


def _reads(old: Step, new: Step, subject: str) -> Iterator[Change]:
    before, after = {read.key: read for read in old.reads}, {read.key: read for read in new.reads}
    for key in {**before, **after}:
        one, other = before.get(key), after.get(key)
        words = None if one is None else read_words(one), None if other is None else read_words(other)
        if words[0] != words[1] or (one and other and not same(one.source, other.source)):
            yield changed(Aspect.KEY, subject, "reads", words, new.place)
    kept = [key for key in before if key in after]
    if kept != [key for key in after if key in before]:
        yield changed(Aspect.ORDER, subject, "parameters", (plain(tuple(before)), plain(tuple(after))), new.place)


def _types(old: Step, new: Step, subject: str) -> Iterator[Change]:
    known: dict[str, Read] = {read.key: read for read in old.reads}
    for read in new.reads:
        before = known.get(read.key)
        if before is not None and not same(before.type, read.type):
            words = type_words(before.type, read.type), type_words(read.type, before.type)
            yield changed(Aspect.TYPE, subject, f"{name(read.key)} as it is read", words, new.place)
    if not same(old.type, new.type):
        words = type_words(old.type, new.type), type_words(new.type, old.type)
        yield changed(Aspect.TYPE, subject, "what it writes", words, new.place)
    one, other = old.each, new.each
    if isinstance(one, Each) and isinstance(other, Each) and not same(one.item, other.item):
        words = type_words(one.item, other.item), type_words(other.item, one.item)
        yield changed(Aspect.TYPE, subject, "an item", words, new.place)


def _listed(
    aspect: Aspect,
    old: Maybe[tuple[Tool, ...]] | Maybe[tuple[Check, ...]],
    new: Maybe[tuple[Tool, ...]] | Maybe[tuple[Check, ...]],
    subject: str,
    place: Place | None,
) -> Iterator[Change]:
    """Tools or validators, by their names. The order of validators is the order in which they look."""
    if isinstance(old, Unknown) or isinstance(new, Unknown):
        if not same(old, new):
            yield changed(aspect, subject, "", (_all_words(old), _all_words(new)), place)
        return
    before, after = {one.name: one for one in old}, {one.name: one for one in new}
    for key in {**before, **after}:
        if not same(before.get(key), after.get(key)):
            one, other = before.get(key), after.get(key)
            words = None if one is None else _words(one), None if other is None else _words(other)
            yield changed(aspect, subject, "", words, place)
    if set(before) == set(after) and list(before) != list(after):
        yield changed(Aspect.ORDER, subject, f"{aspect.value}s", (plain(tuple(before)), plain(tuple(after))), place)


def _words(one: Tool | Check) -> str:
    return tool_words(one) if isinstance(one, Tool) else check_words(one)


def _all_words(some: Maybe[tuple[Tool, ...]] | Maybe[tuple[Check, ...]]) -> str | None:
    return unknown_text(some) if isinstance(some, Unknown) else ", ".join(map(_words, some)) or None


def _prompts(
    old: Maybe[tuple[Prompt, ...]], new: Maybe[tuple[Prompt, ...]], subject: str, place: Place | None
) -> Iterator[Change]:
    if isinstance(old, Unknown) or isinstance(new, Unknown):
        if not same(old, new):
            yield changed(Aspect.PROMPT, subject, "", (_prompt_names(old), _prompt_names(new)), place)
        return
    before = {prompt.name: prompt for prompt in old}
    after = {prompt.name: prompt for prompt in new}
    gone, come = [before[key] for key in before if key not in after], [after[key] for key in after if key not in before]
    if len(gone) == len(come) == 1:
        yield _prompt(gone[0], come[0], subject)
        gone, come = [], []
    for prompt in gone:
        yield changed(Aspect.PROMPT, subject, name(prompt.name), (_version(prompt), None), place)
    for key, prompt in after.items():
        if key in before and not same(before[key], prompt):
            yield _prompt(before[key], prompt, subject)
        elif prompt in come:
            yield changed(Aspect.PROMPT, subject, name(prompt.name), (None, _version(prompt)), prompt.place or place)
    if set(before) == set(after) and list(before) != list(after):
        yield changed(Aspect.ORDER, subject, "prompts", (_prompt_names(old), _prompt_names(new)), place)


def _prompt(old: Prompt, new: Prompt, subject: str) -> Change:
    """Two prompts of one step, as one change: the versions, and the difference of the texts."""
    lines: tuple[str, ...] = ()
    before, after = _version(old), _version(new)
    if not same(old.name, new.name):
        before, after = f"{name(old.name)}, {before}", f"{name(new.name)}, {after}"
    if isinstance(old.text, str) and isinstance(new.text, str):
        lines = text_difference(old.text, new.text) if old.text != new.text else ()
    elif not same(old.text, new.text):
        lines = tuple(f"{sign}{_shown(one.text)}" for sign, one in (("-", old), ("+", new)))
    return Change(Aspect.PROMPT, Verb.CHANGED, subject, name(new.name), before, after, lines, new.place)


def _shown(text: Maybe[str]) -> str:
    return unknown_text(text) if isinstance(text, Unknown) else cut(text, 200)


def _version(prompt: Prompt) -> str:
    return f"version {name(prompt.version)}"


def _prompt_names(prompts: Maybe[tuple[Prompt, ...]]) -> str | None:
    if isinstance(prompts, Unknown):
        return unknown_text(prompts)
    return ", ".join(name(prompt.name) for prompt in prompts) or None
