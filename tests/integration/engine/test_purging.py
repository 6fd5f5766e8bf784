"""Facts that are removed for good: from every file, every cache, and their slots."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

from infold import Infold
from infold.config import Settings
from infold.core.facts import Slot
from infold.engine.known_facts import KnownFacts
from infold.engine.purging import remove_facts
from infold.engine.verifying_facts import fact_faults
from infold.store.protocol import Writer
from infold.testing import FrozenClock

CITY = Slot(subject="user", attribute="city")
SAID = (
    "Lives in {}",
    "{}에 살아요",
    "我住在{}",
    "{}に住んでいます",
    "Tinggal di {}",
    "Habite à {}",
)


def removed(
    memory: Infold, *facts: str, user: str | None = None, shorten: bool = True
) -> list[str]:
    scope, keeper, now = memory.scope(user), memory.keeper, memory.clock.now()

    def command(tx: Writer) -> list[str]:
        found = remove_facts(tx, scope, facts, keeper=keeper, now=now, by="test")
        tx.touch(scope)
        return found

    found = memory.store.write(command)
    assert not shorten or memory.store.shorten_log()
    return found


def faults(memory: Infold, user: str | None = None) -> list[tuple[str, str]]:
    with memory.store.read() as reader:
        return list(fact_faults(memory, reader, memory.scope(user)))


def test_what_a_removed_fact_had_ended_holds_again(memory: Infold, clock: FrozenClock) -> None:
    porto = memory.add("Lives in Porto", user="a")
    clock.advance(timedelta(days=1))
    oslo = memory.add("Lives in Oslo", user="a")
    memory.add("Lives in Oslo", user="b")
    assert removed(memory, oslo.id, "a_none", oslo.id, user="a") == [oslo.id]
    assert removed(memory, oslo.id, user="a") == []
    assert [one.id for one in memory.facts(user="a")] == [porto.id]
    assert [one.ends for one in memory.history(CITY, user="a")] == [None]
    assert [one.text for one in memory.facts(user="b")] == ["Lives in Oslo"]
    assert faults(memory, "a") == faults(memory, "b") == []


def test_a_deleted_fact_is_removed_and_cannot_come_back(memory: Infold) -> None:
    fact = memory.add("부산에 살아요", user="a")
    memory.delete(fact.id, user="a")
    assert removed(memory, fact.id, user="a") == [fact.id]
    again = memory.add("부산에 살아요", user="a")
    assert again.id != fact.id
    assert faults(memory, "a") == []


def test_a_process_that_knew_it_forgets_it(memory: Infold, clock: FrozenClock) -> None:
    one = memory.add("The router label is Zyxomma", user="a")
    memory.add("The oven label is Quillwort", user="a")
    with Infold.open(memory.store.path, settings=Settings(embedder="none"), clock=clock) as other:
        assert other.search("Zyxomma", user="a", kinds=("fact",))
        removed(memory, one.id, user="a")
        hits = other.search("Zyxomma Quillwort label", user="a", kinds=("fact",))
        assert [hit.text for hit in hits] == ["The oven label is Quillwort"]
        kept = other.recent.take(("facts", other.scope("a")), KnownFacts)
        assert len(kept.numbers) == len(kept.heads) == 1


def test_no_file_holds_what_was_removed(memory: Infold) -> None:
    drawn = random.Random(7)
    word = {n: f"canary{drawn.getrandbits(64):016x}" for n in range(150)}
    ids = {
        n: memory.add(
            f"{SAID[n % 6].format(name)} {'x' * drawn.randrange(400)}", user=f"user {n % 7}"
        ).id
        for n, name in word.items()
    }
    gone = [n for n in word if drawn.random() < 0.4]
    for n in gone:
        if n % 2:
            memory.delete(ids[n], user=f"user {n % 7}")
        removed(memory, ids[n], user=f"user {n % 7}", shorten=n % 50 == 0)
    assert memory.store.shorten_log()
    held = "\n".join(
        path.read_bytes().decode("latin-1")
        for path in sorted(memory.store.path.parent.glob(f"{memory.store.path.name}*"))
    )
    left = [n for n in gone if word[n] in held]
    assert left == []
    assert all(word[n] in held for n in word if n not in gone)


def test_it_is_gone_from_a_store_file_that_was_copied_afterwards(
    memory: Infold, tmp_path: Path
) -> None:
    fact = memory.add("Allergic to Quokkabloom", user="a")
    removed(memory, fact.id, user="a")
    copy = tmp_path / "copy.db"
    copy.write_bytes(memory.store.path.read_bytes())
    with Infold.open(copy, settings=Settings(embedder="none")) as opened:
        assert opened.facts(user="a", state=None) == []
