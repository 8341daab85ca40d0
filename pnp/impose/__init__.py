"""Faces and a paper in, Sheets out: grids with marks, mirrored backs, whole pages."""
