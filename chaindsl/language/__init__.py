"""What authors write, and the front end that reads graphs from live objects."""
