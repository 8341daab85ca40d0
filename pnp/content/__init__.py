"""YAML and Markdown in, a `Game` of typed records out, each value with file, line and column."""
