"""Settings: defaults < infold.toml < environment INFOLD_* < arguments."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from infold.errors import ConfigError

FILE_NAME = "infold.toml"
PREFIX = "INFOLD_"

_KINDS = {str: "a text", int: "a whole number", float: "a number"}
_NAMES = {
    "embedder": ("wordllama", "sentence-encoder", "none"),
    "synchronous": ("FULL", "NORMAL"),
    "extract": ("off", "rules", "model"),
}
_SECONDS = {"busy_seconds": 0.0, "lease_seconds": 0.001, "model_timeout": 0.001}
"""Settings in seconds, each with the least that it may be."""
_DAYS = ("demote_days", "archive_days", "export_days", "drop_days")
_KEPT = ("idle_days", "half_life_days", "ttl_days", "temporary_days", "grace_days")
"""Days that say nothing where they are -1."""
_LONGEST = 36_500.0
"""The most days of a setting: a hundred years."""
_DAY = 86_400.0
"""The most seconds of a setting: beyond, SQLite counts its milliseconds wrongly."""


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
        cache_bytes: Bound of all caches of a process together.
        model_base_url: An OpenAI-compatible endpoint; empty for none.
        model_api_key: Its key; never printed.
        model: Name of the model for every role that names none of its own.
        extract: Whether facts are looked for in what is appended: `off`, by `rules`, or by rules
            and a `model`.
        fold_model: Name of the model that writes folds; empty for `model`.
        extract_model: Name of the model that finds facts; empty for that of folds.
        answer_model: Name of the model that answers; empty for `model`.
        seeing_models: Names of the models that can see, separated by commas; `*` for all. Others
            get the names of images.
        model_timeout: Seconds before a request to a model is given up.
        sweep_schedule: When the worker sweeps all users: a cron expression; empty for never.
        sweep_zone: The time zone in which it is meant.
        use_hours: A search counts the facts that it finds as used, each at most once in so many
            hours; 0 for not unless it is asked to.
        fact_cap: Live facts of a user beyond which a sweep lets the lowest go; 0 for no bound, -1
            to say nothing: then a store is kept as it was last opened with.
        idle_days: A sweep lets facts go that were neither used nor confirmed for so many days; 0
            for never, -1 to say nothing.
        half_life_days: In so many days confidence falls to half; 0 for never, -1 likewise.
        ttl_days: Facts are hidden so many days after they were recorded; 0 for never, -1 likewise.
        temporary_days: The same for facts of kind `temporary`.
        grace_days: What was deleted or let go is purged after so many days; -1 likewise.
        demote_days: A sweep shows a cluster as one line to which nothing was added for so many
            days; 0 for never.
        archive_days: It archives conversations in which nothing was said for so many days; 0 for
            never.
        export_days: It writes conversations to files in which nothing was said for so many days; 0
            for never.
        export_folder: Where these files go.
        drop_days: A sweep that is told to drop removes the texts for which a fold stands, of
            conversations in which nothing was said for so many days; 0 for never. There is no undo.
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
    extract: Literal["off", "rules", "model"] = "rules"
    fold_model: str = ""
    extract_model: str = ""
    answer_model: str = ""
    seeing_models: str = ""
    model_timeout: float = 60.0
    sweep_schedule: str = "0 3 * * *"
    sweep_zone: str = "UTC"
    use_hours: float = 0.0
    fact_cap: int = -1
    idle_days: float = -1.0
    half_life_days: float = -1.0
    ttl_days: float = -1.0
    temporary_days: float = -1.0
    grace_days: float = -1.0
    demote_days: float = 0.0
    archive_days: float = 0.0
    export_days: float = 0.0
    export_folder: str = ""
    drop_days: float = 0.0

    def __post_init__(self) -> None:
        _refuse(_unusable({item.name: getattr(self, item.name) for item in fields(self)}))


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
            raise ConfigError(
                f"{path} cannot be read: {error}.",
                hint="Mend that file, or move it away: what it does not set has its default.",
            ) from error
    known = {item.name: item for item in fields(Settings)}
    values.update(
        {name: environment[key] for name in known if (key := PREFIX + name.upper()) in environment}
    )
    values.update({name: value for name, value in arguments.items() if value is not None})
    unknown = sorted((set(values) | set(arguments)) - set(known))
    problems = [f"there is no setting {name}" for name in unknown]
    chosen: dict[str, Any] = {name: item.default for name, item in known.items()}
    for name, value in values.items():
        if name not in known:
            continue
        try:
            chosen[name] = _typed(value, like=known[name].default)
        except (TypeError, ValueError):
            kind = _KINDS[type(known[name].default)]
            # A secret is not shown, not even one that is of the wrong kind.
            shown = f", not {value!r:.60}" if known[name].repr else ""
            problems.append(f"{name} needs {kind}{shown}")
    _refuse([*problems, *_unusable(chosen)])
    return Settings(**chosen)


def _typed(value: object, *, like: object) -> object:
    """A value as the type of a default; ValueError or TypeError where it cannot be read as one."""
    if isinstance(like, str):
        if not isinstance(value, str):
            raise TypeError
        return value
    return float(str(value)) if isinstance(like, float) else int(str(value))


def _unusable(values: Mapping[str, Any]) -> list[str]:
    """What is wrong with the values of all settings, a line each."""
    problems = [
        f"{name} is {values[name]!r:.60}: use {' or '.join(map(repr, names))}"
        for name, names in _NAMES.items()
        if values[name] not in names
    ]
    for name, lowest in _SECONDS.items():
        # Neither infinity nor "not a number" lies between.
        if not lowest <= values[name] <= _DAY:
            problems.append(f"{name} is {values[name]}: use {lowest:g} to {_DAY:g} seconds")
    problems += [
        f"{name} is {values[name]}: use 0 (never) to {_LONGEST:g} days"
        for name in _DAYS
        if not 0.0 <= values[name] <= _LONGEST
    ]
    problems += [
        f"{name} is {values[name]}: use 0 (never) to {_LONGEST:g} days, or -1 to say nothing"
        for name in _KEPT
        if values[name] != -1.0 and not 0.0 <= values[name] <= _LONGEST
    ]
    if not 0.0 <= values["use_hours"] <= 24.0 * _LONGEST:
        problems.append(f"use_hours is {values['use_hours']}: use 0 (never) or more hours")
    if values["grace_days"] == 0.0:
        problems.append("grace_days is 0: what is let go needs some time for its way back")
    if values["fact_cap"] < -1:
        problems.append("fact_cap is below -1: use 0 for no bound, or -1 to say nothing")
    if values["export_days"] and not values["export_folder"]:
        problems.append("export_days is set, and export_folder is empty: give a folder")
    if values["cache_bytes"] < 0:
        problems.append("cache_bytes is negative")
    if not values["db"]:
        problems.append("db is empty: give the path of the store")
    return problems


def _refuse(problems: Sequence[str]) -> None:
    if problems:
        raise ConfigError(
            "Settings cannot be used: " + "; ".join(problems) + ".",
            hint="docs/reference/settings.md lists them all.",
        )
