"""Data files: papers, rules."""
