"""Flows as tools of an MCP server. Its modules load the `mcp` package, so only the serve command imports them."""
