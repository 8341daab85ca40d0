"""What the stages hand to each other: frozen dataclasses, lengths in millimetres, y down."""
