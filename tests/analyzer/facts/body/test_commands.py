"""What code hands to commands, and what each value is to them: one way of starting a program at a time."""

import ast

import pytest

from analyzer.facts.body.commands import handed
from analyzer.source.definition import Expr
from tests.analyzer.facts.body.seen import visited

HEAD = "import asyncio, os, shlex, subprocess, sys\nfrom chaindsl import cli\ndef step(q, p, many):\n {}\n"

CASES: list[tuple[str, str]] = [
    ("cli('git', q, p)", "PROGRAM 'git', ARGUMENT q, ARGUMENT p"),
    ("cli(q)", "PROGRAM q"),
    ("cli('git', *many)", "PROGRAM 'git', ARGUMENT many"),
    ("cli(*many, q)", "PROGRAM many, ARGUMENT q"),
    ("cli('git', *['add', q])", "PROGRAM 'git', ARGUMENT 'add', ARGUMENT q"),
    ("cli('cat', stdin=q)", "PROGRAM 'cat', STDIN q"),
    ("cli('bash', '-c', q, p)", "PROGRAM 'bash', ARGUMENT '-c', SHELL q, ARGUMENT p"),
    ("cli('/bin/bash', '-lc', q)", "PROGRAM '/bin/bash', ARGUMENT '-lc', SHELL q"),
    ("cli('bash', '-c1c', q)", "PROGRAM 'bash', ARGUMENT '-c1c', ARGUMENT q"),
    ("cli('bash', 'sync', q)", "PROGRAM 'bash', ARGUMENT 'sync', ARGUMENT q"),
    ("cli('bash', '-x', q)", "PROGRAM 'bash', ARGUMENT '-x', ARGUMENT q"),
    ("cli('-c', q)", "PROGRAM '-c', ARGUMENT q"),
    ("cli('python3.12', '-c', q)", "PROGRAM 'python3.12', ARGUMENT '-c', CODE q"),
    ("cli(sys.executable, '-c', q)", "PROGRAM sys.executable, ARGUMENT '-c', CODE q"),
    ("cli('python', '-m', q)", "PROGRAM 'python', ARGUMENT '-m', ARGUMENT q"),
    ("cli('grep', '-e', q)", "PROGRAM 'grep', ARGUMENT '-e', ARGUMENT q"),
    ("subprocess.run(['git', q])", "PROGRAM 'git', ARGUMENT q"),
    ("subprocess.run(('git', q), shell=False)", "PROGRAM 'git', ARGUMENT q"),
    ("subprocess.run(['git', q], shell=p)", "PROGRAM 'git', ARGUMENT q"),
    ("subprocess.run(f'git {q}', shell=True)", "SHELL f'git {q}'"),
    ("subprocess.run([q, p], shell=True)", "SHELL q"),
    ("subprocess.run(args=[q])", "PROGRAM q"),
    ("subprocess.run()", ""),
    ("subprocess.run(f'{q}')", "PROGRAM f'{q}'"),
    ("subprocess.run(q)", "ARGUMENT q"),
    ("subprocess.run(['git'] + [q])", "PROGRAM 'git', ARGUMENT q"),
    ("subprocess.run(['git', *many], input=q)", "PROGRAM 'git', ARGUMENT many, STDIN q"),
    ("subprocess.run(['git', *many, *['add', q]])", "PROGRAM 'git', ARGUMENT many, ARGUMENT 'add', ARGUMENT q"),
    ("words = ['git', *many]\n subprocess.run(words)", "ARGUMENT words"),
    ("subprocess.run(shlex.split(q))", "LINE q"),
    ("words = ['git', q]\n subprocess.run(words)", "PROGRAM 'git', ARGUMENT q"),
    ("words = ['git']\n words.append(q)\n subprocess.run(words)", "ARGUMENT words"),
    ("words = ['git']\n if q: words = ['hg']\n subprocess.run(words)", "ARGUMENT words"),
    ("os.system(q)", "SHELL q"),
    ("subprocess.getoutput(cmd=q)", "SHELL q"),
    ("os.execl(q, p)", "PROGRAM q, ARGUMENT p"),
    ("os.spawnl(os.P_WAIT, q, p)", "PROGRAM q, ARGUMENT p"),
    ("os.execv(q, ['name', p])", "PROGRAM q, ARGUMENT p"),
    ("os.execv('/bin/sh', ['sh', '-c', q])", "PROGRAM '/bin/sh', ARGUMENT '-c', SHELL q"),
    ("os.execv(q, many)", "PROGRAM q, ARGUMENT many"),
    ("os.spawnv(os.P_WAIT, q, ['name', p])", "PROGRAM q, ARGUMENT p"),
    ("asyncio.create_subprocess_exec('git', q)", "PROGRAM 'git', ARGUMENT q"),
    ("asyncio.create_subprocess_shell(q)", "SHELL q"),
    ("print(q)", ""),
]


def told(code: str) -> str:
    reader, found = visited(HEAD.replace("{}", code))
    return ", ".join(
        f"{one.role.name} {ast.unparse(one.value.node) if isinstance(one.value, Expr) else '?'}"
        for one in handed(reader, found.calls)
    )


@pytest.mark.parametrize(("code", "said"), CASES, ids=[code for code, _ in CASES])
def test_what_is_handed(code: str, said: str) -> None:
    assert told(code) == said
