"""A game and its faces in, findings out. One rule is one small function with a code."""
