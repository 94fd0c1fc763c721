"""What the case reads from another module."""

import chaindsl

ASK = chaindsl.prompt("ask", version="1", file="ask.md")
