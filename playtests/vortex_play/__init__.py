"""«Эфирные вихри» worked out exactly: die, exploration, drift, table; all chances are fractions."""
