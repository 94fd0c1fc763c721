"""What the case reads from another module."""
