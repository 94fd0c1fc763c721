"""What a change does to flows: two revisions are read from source alone and compared.

Nothing of a repository is run, imported or checked out: objects are read as they are stored.
"""
