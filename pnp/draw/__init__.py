"""Records in, Faces out: art as SVG and text boxes already laid out, in real millimetres."""
