"""The scenarios, each a function that takes a Stage."""
