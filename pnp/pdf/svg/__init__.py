"""The SVG that templates are made of in, PDF operators out, without a drawing library between.

What is not known here raises Unknown, and cairosvg draws the art instead.
"""
