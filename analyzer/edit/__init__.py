"""Edits of source that rules offer as fixes. They keep what their author wrote around them, or there are none.

Nothing here knows a rule, or why something is to be changed.
"""
