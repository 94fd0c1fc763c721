"""How this project writes flows: the package under its own words, with its own defaults."""

from functools import partial

from chaindsl import Budget, Complete, Text, chain, prompt, step

task = partial(step, max_attempts=3, backoff=0)
SMALL = Budget(calls=3)

__all__ = ["SMALL", "Complete", "Text", "chain", "prompt", "task"]
