"""``python -m edgec`` is the ``edgec`` command."""

from edgec.cli import main

if __name__ == "__main__":
    main()
