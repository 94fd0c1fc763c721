"""Which rules run where: `[tool.chaindsl]` and the command line. It knows no rule, and no file but settings."""
