"""What the case reads from another module."""

from chaindsl import chain as pipeline, step as task
