"""Sheets in, PDF bytes out. Millimetres become points here and nowhere else."""
