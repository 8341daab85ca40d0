"""Canonical YAML in, printable game kits out."""

__version__ = "0.1.0"
