"""Arithmetic before the run: calls, seconds, money and reliability, at best, likely and most."""
