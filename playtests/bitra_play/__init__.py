"""«Битранская монополия» played and worked out: the game's records in, chances and outcomes out."""
