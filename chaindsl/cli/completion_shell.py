"""How shells ask what may follow: the scripts that they load, and the answers that these read.

For zsh and fish both are click's. Bash splits words at colons and equals signs, which click's script doesn't know.
"""

import os
import re
from typing import Any, ClassVar

import click
from click.shell_completion import FishComplete, ShellComplete, ZshComplete, split_arg_string

from chaindsl.cli.completion_words import Offering, none_where_it_fails

PROGRAM = "chaindsl"
VARIABLE = "_CHAINDSL_COMPLETE"

BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' response line kind value
    response=$(env COMP_LINE="$COMP_LINE" COMP_POINT="$COMP_POINT" COMP_BREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete "$1" 2>/dev/null)
    COMPREPLY=()
    for line in $response; do
        kind=${line%%%%,*}
        value=${line#*,}
        case $kind in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            *)
                COMPREPLY+=("$value")
                case $value in *[/:=]) compopt -o nospace ;; esac
                ;;
        esac
    done
}
complete -o nosort -F %(complete_func)s %(prog_name)s 2>/dev/null || complete -F %(complete_func)s %(prog_name)s
"""


class Bash(ShellComplete):
    """Bash hands over the line as it is typed, and gets back what is to stand behind its last word's last break."""

    name: ClassVar[str] = "bash"
    source_template: ClassVar[str] = BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])]
        words = split_arg_string(line)
        if not words or (line[-1:].isspace() and not line.endswith(f"{words[-1]}")):
            words.append("")
        return words[1:-1], words[-1]

    def format_completion(self, item: Any) -> str:
        _, typed = self.get_completion_args()
        breaks = [at for at, char in enumerate(typed) if char in ":=@" and char in os.environ.get("COMP_BREAKS", "")]
        rest = str(item.value)[breaks[-1] + 1 :] if breaks else str(item.value)
        return f"{item.type},{re.sub(r'([^A-Za-z0-9_@%+=:,./~-])', _escaped, rest)}"


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}" if found[0].isascii() else found[0]


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": ZshComplete, "fish": FishComplete}


def script(shell: str, group: click.Group) -> str:
    """Return what a shell has to run once, to ask us from then on."""
    return SHELLS[shell](group, {}, PROGRAM, VARIABLE).source()


def answer(group: click.Group) -> int:
    """Print what a shell's script asks for, and return the exit status."""
    shell, _, what = os.environ[VARIABLE].partition("_")
    if shell not in SHELLS or what not in ("source", "complete"):
        return 2
    if what == "source":
        click.echo(script(shell, group), nl=False)
        return 0
    asked = SHELLS[shell](Offering("chaindsl", params=group.params), {}, PROGRAM, VARIABLE)
    items = none_where_it_fails(lambda: asked.get_completions(*asked.get_completion_args()))
    for item in items:
        click.echo(asked.format_completion(item))
    return 0
