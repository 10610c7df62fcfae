"""Targets as data: one TOML file per core (``*.toml``) and per board (``boards/*.toml``), support C in ``support/``.

Read through ``edgec.targets.reader``.
"""
