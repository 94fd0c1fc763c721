"""The texts that are sent to models; each lies in a file of its own."""

from chaindsl import prompt

SORT = prompt("sort", version="2", file="sort.md")
REPLY = prompt("reply", version="11", file="reply.md")
