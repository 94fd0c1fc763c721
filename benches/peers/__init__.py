"""Other systems beside chaindsl: the same work and the same mistakes, each in an environment of its own."""
