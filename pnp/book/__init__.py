"""Books: Markdown and the game's records in; a typed document, and its pages as faces, out."""
