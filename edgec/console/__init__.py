"""The process as its user meets it: streams, tables, messages, signals, a limit on time."""
