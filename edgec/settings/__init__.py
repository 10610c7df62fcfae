"""Options of all commands in one table, and where their values come from: words, ``edgec.toml``, Python."""
