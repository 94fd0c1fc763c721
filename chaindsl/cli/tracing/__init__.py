"""The commands of `chaindsl trace`, one module each."""
