"""Records the commit that a source archive or a wheel is built from; everything else is in pyproject.toml."""

import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
RECORD = "edgec/commit.txt"


def commit() -> str:
    """The commit of the checkout that is built; "" where this is none of git's."""
    if not (HERE / ".git").exists():
        return ""
    try:
        done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=HERE, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


class BuildPy(build_py):
    """Builds the package, with the commit in it; an editable install reads that of the checkout."""

    def run(self) -> None:
        super().run()
        if commit() and not self.editable_mode:
            (Path(self.build_lib) / RECORD).write_text(f"{commit()}\n")


class Sdist(sdist):
    """Makes the source archive, from which the commit could not be told later."""

    def make_release_tree(self, base_dir: str, files: list) -> None:
        super().make_release_tree(base_dir, files)
        if commit():
            (Path(base_dir) / RECORD).write_text(f"{commit()}\n")


setup(cmdclass={"build_py": BuildPy, "sdist": Sdist})
