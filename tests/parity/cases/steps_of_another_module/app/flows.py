"""What the case reads from another module."""

import chaindsl


@chaindsl.step(writes="z")
def last(y): ...
