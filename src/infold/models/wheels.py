"""Finds the files of an installed package without importing it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from infold.errors import ConfigError

__all__ = ["package_folder", "require_digest"]


def package_folder(package: str, *, install: str) -> Path:
    """The folder of an installed top-level package, which is not imported.

    Args:
        package: Import name.
        install: The command that installs it, for the error.

    Raises:
        ConfigError: The package is not installed.
    """
    spec = importlib.util.find_spec(package)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    if not places:
        raise ConfigError(
            f"The embedder's package {package!r} is not installed.", hint=f"Run: {install}"
        )
    return Path(places[0])


def require_digest(found: str, known: str, *, what: str, install: str) -> None:
    """Refuse files that are not those that an embedder's id stands for.

    Vectors made from other weights under the same id would be compared with the stored ones and
    mean nothing; nobody would notice.

    Raises:
        ConfigError: The digests differ.
    """
    if found != known:
        raise ConfigError(
            f"{what} differ from those that stored vectors were made with.",
            hint=f"Install the version that Infold knows: {install}",
        )
