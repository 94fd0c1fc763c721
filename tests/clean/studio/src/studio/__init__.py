"""A studio for radio plays."""
