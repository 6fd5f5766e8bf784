"""Files that hold files: a folder or a ZIP archive, as a sorted list of what is inside.

A ZIP archive inside a ZIP archive is read, one inside that is not. Links are never followed: what
they lead to inside the folder is found there anyway.
"""

from __future__ import annotations

import os
import stat
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from infold.errors import FormatError
from infold.formats.inputs import Input, file_input, input_of, unreadable
from infold.formats.zips import MAGIC, Budget, open_nested, open_zip

_LEVELS: Final = 2
"""Archives in one another that are opened."""


@dataclass(slots=True, kw_only=True)
class Container:
    """What a folder or an archive holds. Close it once its inputs are no longer read.

    Attributes:
        name: As the caller gave it.
        inputs: Its files with their place inside it, sorted by that.
        refused: What is not read, with the reason.
        others: What is no file and no fault (pipes, links to what is read): name and reason.
        opened: What is to be closed with it.
    """

    name: str
    inputs: list[tuple[str, Input]] = field(default_factory=list)
    refused: list[FormatError] = field(default_factory=list)
    others: list[tuple[str, str]] = field(default_factory=list)
    opened: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Let go of archives and of the copies of those inside them."""
        self.opened.close()


def open_container(path: Path) -> Container | None:
    """Open a folder or a ZIP archive; None where the path leads to something else.

    Raises:
        FormatError: It cannot be read, holds too much, or is an archive that would do harm.
    """
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError) as error:
        raise unreadable(str(path), error) from error
    if not is_folder and not file_input(path).head(4).startswith(MAGIC):
        return None
    found = Container(name=str(path))
    budget = Budget()
    try:
        if is_folder:
            _add_folder(found, path, budget)
        else:
            _add_archive(found, path, "", budget)
        # By place alone, so that an archive reads as the folder that it was packed from.
        found.inputs.sort(key=lambda item: item[0])
    except BaseException:
        found.close()
        raise
    return found


def _add_folder(found: Container, folder: Path, budget: Budget) -> None:
    """All files below a folder. Linear in their number; no depth is too much."""
    root = Path(os.path.realpath(folder))
    waiting = [(folder, "")]
    while waiting:
        place, inside = waiting.pop()
        try:
            with os.scandir(place) as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except OSError as error:
            if not inside:
                raise unreadable(str(folder), error) from error
            found.refused.append(unreadable(f"{folder}/{inside}", error))
            continue
        budget.take(str(folder), entries=len(entries))
        for entry in entries:
            at = f"{inside}/{entry.name}" if inside else entry.name
            if entry.is_symlink():
                _note_link(found, Path(entry.path), f"{folder}/{at}", root)
            elif entry.is_dir(follow_symlinks=False):
                waiting.append((Path(entry.path), at))
            else:
                _add_file(found, entry, f"{folder}/{at}", at, budget)


def _add_file(
    found: Container, entry: os.DirEntry[str], name: str, at: str, budget: Budget
) -> None:
    try:
        status = entry.stat(follow_symlinks=False)
        if not stat.S_ISREG(status.st_mode):
            found.others.append((name, "is no ordinary file"))
            return
        file = input_of(Path(entry.path), status, name)
        if file.head(4).startswith(MAGIC):
            _add_archive(found, Path(entry.path), at, budget, name=name)
        else:
            found.inputs.append((at, file))
    except OSError as error:
        found.refused.append(unreadable(name, error))
    except FormatError as error:
        if budget.is_spent:
            raise
        found.refused.append(error)


def _note_link(found: Container, link: Path, name: str, root: Path) -> None:
    """Say why a link is not followed."""
    try:
        target = Path(os.path.realpath(link, strict=True))
    except OSError as error:
        found.refused.append(unreadable(name, error))  # it leads nowhere, or to itself
        return
    if not target.is_relative_to(root):
        found.refused.append(
            FormatError(
                "is a link that leads out of the folder.",
                file=name,
                hint="Give the file that it stands for beside the folder.",
            )
        )
    elif Path(os.path.realpath(link.parent)).is_relative_to(target):
        found.refused.append(
            FormatError("is a link that goes in a circle.", file=name, hint="Remove the link.")
        )
    else:
        found.others.append((name, "is a link to what is read in its own place"))


def _add_archive(found: Container, path: Path, at: str, budget: Budget, *, name: str = "") -> None:
    """The files of an archive on the disk, and of archives inside it."""
    name = name or str(path)
    try:
        file = path.open("rb")
    except OSError as error:
        raise unreadable(name, error) from error
    archive = open_zip(file, name, budget)
    found.opened.callback(archive.close)
    waiting = [(at, archive, 1)]
    while waiting:
        above, archive, level = waiting.pop()
        found.refused.extend(archive.refused)
        for place, entry in archive.inputs:
            full = f"{above}/{place}" if above else place
            try:
                if not entry.head(4).startswith(MAGIC):
                    found.inputs.append((full, entry))
                    continue
                if level == _LEVELS:
                    raise FormatError(
                        "is an archive in an archive in an archive.",
                        file=entry.name,
                        hint="Unpack it and give the folder.",
                    )
                inner = open_nested(entry, budget)
                found.opened.callback(inner.close)
                waiting.append((full, inner, level + 1))
            except FormatError as error:
                if budget.is_spent:
                    raise
                found.refused.append(error)
