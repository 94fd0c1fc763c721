"""Models to hand to a flow: clients, the embedded model, and the names that the command line knows them by.

Import from the modules: `catalogue` (`resolve`), `http` (`OpenAICompatible` and its async twin) and `local` (`Local`).
They know the vocabulary, and nothing of flows or runs.
"""
