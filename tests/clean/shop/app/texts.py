"""Prompts."""

from chaindsl import prompt

DESCRIBE = prompt("describe", version="1", text="Describe what somebody buys who buys {names}.")
RECOMMEND = prompt("recommend", version="1", text="One thing to buy with it: {described}")
