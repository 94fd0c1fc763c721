"""A run as one self-contained page: no network, no script needed, nothing in it but text that was escaped."""
