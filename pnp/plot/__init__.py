"""Lines to cut along in, drawings for cutting machines out: SVG and DXF in millimetres."""
