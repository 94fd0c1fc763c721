"""The same work in each system's own words. A module here runs in that system's environment and knows no other."""
