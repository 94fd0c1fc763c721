"""`chaindsl rule`: what a rule finds, why, and what to do, from the rule's own file. It reads no source of users."""

import json
from pathlib import Path

import click

from analyzer.plugins import Plugins
from analyzer.rulebook import Entry, entries
from chaindsl.cli.main import nearest
from chaindsl.cli.yaml_rules import yaml_entries

SHORT = 90


@click.command(short_help="Explain a rule: what it finds, why, and what to do.", epilog="Example: chaindsl rule CD201")
@click.argument("name", required=False, metavar="[CODE|NAME]")
@click.option("--all", "every", is_flag=True, help="Explain all rules.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def rule(name: str | None, every: bool, output_format: str) -> None:
    """Explain a rule: what it finds, why, and what to do; without a name, list all rules."""
    if name is not None and every:
        raise click.UsageError("name a rule, or ask for --all, not both")
    # What lies in the folder where somebody works is as little to be trusted as what is checked.
    known = entries(Plugins([str(Path.cwd())]))
    # Those of YAML are listed on the page about YAML, with what else there is to know of it.
    found = [chosen(name, known | yaml_entries())] if name is not None else list(known.values())
    if output_format == "json":
        records = [record(entry) for entry in found]
        click.echo(json.dumps(records[0] if name is not None else records, indent=2))
    elif name is not None or every:
        click.echo("\n\n".join(page(entry) for entry in found))
    else:
        width = max(len(entry.rule.name) for entry in found)
        codes = max(len(entry.rule.code) for entry in found)
        for entry in found:
            summary = entry.summary if len(entry.summary) <= SHORT else f"{entry.summary[: SHORT - 1]}…"
            click.echo(f"{entry.rule.code:<{codes}}  {entry.rule.name:<{width}}  {summary}")


def chosen(name: str, known: dict[str, Entry]) -> Entry:
    """The rule of a code or a name; upper and lower case are the same."""
    wanted = name.lower()
    for entry in known.values():
        if wanted in {entry.rule.code.lower(), entry.rule.name}:
            return entry
    names = [*known, *(entry.rule.name for entry in known.values())]
    raise click.UsageError(f"there is no rule {name!r}{nearest(name.upper(), names) or nearest(wanted, names)}")


def page(entry: Entry) -> str:
    """A rule's page as text."""
    rule = entry.rule
    facts = [rule.severity.value, rule.confidence.value, f"since {rule.since}"]
    facts += [] if entry.default else ["only when selected"]
    parts = [f"{rule.code} {rule.name} ({', '.join(facts)})", entry.text]
    parts += ["Found:", indented(rule.bad), "Not found:", indented(rule.good)]
    return "\n\n".join(parts)


def indented(code: str) -> str:
    """An example, set off from the text."""
    return "\n".join(f"    {line}".rstrip() for line in code.strip("\n").split("\n"))


def record(entry: Entry) -> dict[str, object]:
    """A rule's page for programs."""
    rule = entry.rule
    return {
        "code": rule.code,
        "name": rule.name,
        "summary": entry.summary,
        "severity": rule.severity.value,
        "confidence": rule.confidence.value,
        "since": rule.since,
        "default": entry.default,
        "page": entry.text,
        "bad": rule.bad,
        "good": rule.good,
    }
