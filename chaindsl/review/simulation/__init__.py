"""A flow gone through without running it: every path once, or one by hand with values that somebody types."""
