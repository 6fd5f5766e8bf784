"""Settings: defaults < infold.toml < environment INFOLD_* < arguments."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal

from infold.errors import ConfigError

FILE_NAME = "infold.toml"
PREFIX = "INFOLD_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be set. Field `x` is `x` in infold.toml and `INFOLD_X` outside.

    Attributes:
        db: Path of the SQLite store.
        user: Whose data the command line reads and writes; the empty user by default.
        embedder: `wordllama`, `sentence-encoder`, or `none` for words alone.
        space_secret: Key of the space's ids, as text; drawn with the store where it is empty.
        synchronous: SQLite's `FULL` (each acknowledged write survives a power cut) or `NORMAL`.
        busy_seconds: How long a write waits for another process before it gives up.
        lease_seconds: A worker that is silent for so long has died, and its job is taken over.
        cache_bytes: Bound of the search caches of a process.
        model_base_url: An OpenAI-compatible endpoint; empty for none.
        model_api_key: Its key; never printed.
        model: Name of the model for every role that names none of its own.
        fold_model: Name of the model that writes folds; empty for `model`.
        answer_model: Name of the model that answers; empty for `model`.
        model_timeout: Seconds before a request to a model is given up.
    """

    db: str = "infold.db"
    user: str = ""
    embedder: str = "wordllama"
    space_secret: str = field(default="", repr=False)
    synchronous: Literal["FULL", "NORMAL"] = "FULL"
    busy_seconds: float = 30.0
    lease_seconds: float = 15.0
    cache_bytes: int = 256 * 1024 * 1024
    model_base_url: str = ""
    model_api_key: str = field(default="", repr=False)
    model: str = ""
    fold_model: str = ""
    answer_model: str = ""
    model_timeout: float = 60.0

    def __post_init__(self) -> None:
        problems = []
        if self.embedder not in ("wordllama", "sentence-encoder", "none"):
            problems.append(
                f"embedder is {self.embedder!r}: use 'wordllama', 'sentence-encoder' or 'none'"
            )
        if self.synchronous not in ("FULL", "NORMAL"):
            problems.append(f"synchronous is {self.synchronous!r}: use 'FULL' or 'NORMAL'")
        problems += [
            f"{name} is negative"
            for name in ("busy_seconds", "cache_bytes", "model_timeout")
            if getattr(self, name) < 0
        ]
        if not self.lease_seconds > 0:
            problems.append("lease_seconds is not above 0")
        if not self.db:
            problems.append("db is empty: give the path of the store")
        if problems:
            raise ConfigError("Settings cannot be used: " + "; ".join(problems) + ".")


def load_settings(
    *,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
    **arguments: object,
) -> Settings:
    """Gather settings from a file, the environment and arguments; the later ones win.

    Args:
        environment: Where to look for `INFOLD_*`; the process's own by default.
        file: An infold.toml; by default the one in the working folder, if there is one.
        arguments: Fields of `Settings`; those that are None are passed over.

    Raises:
        ConfigError: An unknown name or a value that cannot be used; all of them are named.
    """
    environment = os.environ if environment is None else environment
    values: dict[str, object] = {}
    path = file if file is not None else Path(FILE_NAME)
    if file is not None or path.is_file():
        try:
            values.update(tomllib.loads(path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ConfigError(f"{path} cannot be read: {error}.") from error
    known = {item.name for item in fields(Settings)}
    unknown = sorted(set(values) - known)
    values.update(
        {name: environment[key] for name in known if (key := PREFIX + name.upper()) in environment}
    )
    values.update({name: value for name, value in arguments.items() if value is not None})
    unknown += sorted(set(arguments) - known)
    if unknown:
        raise ConfigError(
            f"No such setting: {', '.join(unknown)}.",
            hint="docs/reference/settings.md lists them all.",
        )
    return Settings(**{name: _typed(name, value) for name, value in values.items()})  # type: ignore[arg-type] # _typed has checked each


def _typed(name: str, value: object) -> object:
    default = getattr(Settings(), name)
    try:
        if isinstance(default, str):
            if not isinstance(value, str):
                raise ValueError
            return value
        return float(str(value)) if isinstance(default, float) else int(str(value))
    except (TypeError, ValueError):
        kind = {str: "a text", int: "a whole number", float: "a number"}[type(default)]
        raise ConfigError(f"The setting {name} needs {kind}, not {value!r:.60}.") from None
