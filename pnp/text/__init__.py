"""Rich text, a box and a style in; placed lines out, or by how many millimetres they do not fit."""
