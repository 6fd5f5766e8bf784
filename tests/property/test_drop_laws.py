"""Laws of dropping: what is gone is in no file and no output, contexts hold, folds stay whole."""

from __future__ import annotations

import tempfile
from datetime import timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from infold import Infold
from infold.config import Settings
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.retention import Retention
from infold.testing import FrozenClock
from tests.property.examples import share

DAY = timedelta(days=1)
KEEPING = Retention(chats=ChatKeeping(drop=30 * DAY))
SAID = (
    "PostgreSQL 16.2 listens on port {n} in the bakery.",
    "백업은 새벽 3시에 서버 {n}에서 돌아갑니다.",
    "我们决定不用 Redis，延迟是 {n} 毫秒。",
    "キャッシュの期限は{n}分です。",
    "Anggaran tim kami {n} juta rupiah.",
    "Le café ferme à 18 h, l'addition fait {n} EUR.",
)
SYLLABLES = ("ba", "de", "fi", "go", "lu", "ma", "ne", "pi", "ro", "tu")

turns = st.lists(
    st.tuples(
        st.integers(0, len(SAID) - 1),
        st.sampled_from(["plain", "plain", "plain", "pin", "filler"]),
    ),
    min_size=36,
    max_size=42,
)


def canary(number: int) -> str:
    """A word that stands in one message alone."""
    digits = f"{number:03}"
    return "zq" + "".join(SYLLABLES[int(digit)] for digit in digits) + "x"


@settings(max_examples=share(6), deadline=None)
@given(turns=turns, after=st.integers(0, 6), budget=st.integers(30, 3_000), asked=st.integers(0, 5))
def test_what_is_dropped_is_nowhere_contexts_hold_and_folds_stay_whole(
    turns: list[tuple[int, str]], after: int, budget: int, asked: int
) -> None:
    clock = FrozenClock()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "one.db"
        stored = Settings(embedder="none", space_secret="s", synchronous="NORMAL", extract="off")
        with Infold.open(path, settings=stored, clock=clock, retention=KEEPING) as memory:
            chat = memory.conversation("주방")
            _say(memory, turns, 0)
            clock.advance(31 * DAY)
            folds = chat.folds()
            receipt = memory.apply(memory.plan_sweep(), drop=True)
            gone = {m.position for m in chat.messages() if m.dropped is not None}
            assert receipt.counts.get("dropped", 0) == len(gone)
            assert chat.folds() == folds
            _say(memory, turns[:after], len(turns))
            kept = {fold.id: fold for fold in chat.folds()}
            frozen = [one.fold for one in memory.dropped(chat.id)]
            assert all(kept[fold] in folds for fold in frozen)
            said = "\n".join(claim.text for fold in kept.values() for claim in fold.claims)
            words = [canary(at) for at in sorted(gone) if canary(at) not in said]
            made = chat.context(SAID[asked].format(n=5), budget=budget)
            states = ("raw", "extracted", "folded", "omitted")
            assert sum(made.accounting[one] for one in states) == len(chat.messages())
            assert made.accounting["tokens"] <= budget
            assert {made.state(at) for at in gone} <= {"folded", "omitted"}
            told = [made.text, chat.markdown(), b"".join(memory.export()).decode()]
            told += [hit.text for hit in memory.search(SAID[asked].format(n=7), k=30)]
            told += [source.text for fold in frozen for source in memory.sources(fold)]
            told += [repr(chat.fidelity(fold)) for fold in frozen]
            left = b"".join(one.read_bytes() for one in sorted(Path(folder).glob("one.db*")))
            for word in words:
                assert word.encode() not in left
                assert not any(word in one for one in told)
            assert memory.verify() == []
            pinned = {m.position for m in chat.messages() if m.text.startswith("Pinned")}
            assert pinned.isdisjoint(gone)


def _say(memory: Infold, turns: list[tuple[int, str]], begin: int) -> None:
    chat = memory.conversation("주방")
    for number, (which, kind) in enumerate(turns, begin):
        aside = "as we all remember it well from that long day together at the sea"
        text = SAID[which].format(n=1_000 + number)
        text = f"{text} Also {canary(2 * number)} said hello {aside}."
        if kind == "pin":
            text = f"Pinned: {text}"
        message = chat.append("user", "ok" if kind == "filler" else text)
        chat.append("assistant", f"Item {number} is noted, {canary(2 * number + 1)} too, {aside}.")
        if kind == "pin":
            chat.mark(message.id, "pin")
    while memory.run_job() is not None:
        pass
