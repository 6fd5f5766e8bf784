"""Laws of folded graphs: a fold keeps to its tree, leads back, and shows with all its sources."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from infold.core.folds import VERBATIM
from infold.core.messages import Attachment, Message, Part, Text
from infold.core.views import View
from infold.engine.chat import Chat
from infold.errors import UsageError
from infold.graph.condense import CondensePolicy
from infold.graph.lineage import ancestors
from tests.property.examples import opened, share

TREES = ("항구 창고", "Bergwerk Süd", "第三仓库")
SAID = (
    "In {tree} crane {n} lifts {n}5 tons and was built in 19{n}.",
    "{tree}: 크레인 {n}번은 이제 {n}7톤을 들지 않는다.",
    "Wir haben für {tree} entschieden, Kran {n} bis 20{n} zu behalten.",
    "Di {tree} derek {n} dipindahkan ke dermaga {n}3, bukan {n}4.",
)


def talk(chat: Chat, chance: random.Random) -> dict[str, str]:
    """Fill a chat with trees of their own words; id of each message → the words of its tree."""
    tree_of: dict[str, str] = {}
    ends: dict[str, list[str]] = {tree: [] for tree in TREES[: chance.randint(2, 3)]}
    for number in range(10, 10 + chance.randint(12, 20)):
        tree = chance.choice(list(ends))
        above = ends[tree][-1:]
        if ends[tree] and chance.random() < 0.15:
            above = chance.sample(ends[tree], min(len(ends[tree]), chance.choice((1, 2))))
        if chance.random() < 0.06:
            above = [chat.append("system", f"Regel für {tree}", parent=above).id]
            tree_of[above[0]] = tree
        parts: list[Part] = [Text(text=chance.choice(SAID).format(tree=tree, n=number))]
        if chance.random() < 0.06:
            parts.append(Attachment(kind="image", media_type="image/png", uri="https://x.org/a"))
        asked = chat.append("user", parts, parent=above)
        answer = chat.append(
            "assistant", chance.choice(SAID).format(tree=tree, n=number + 40), parent=asked.id
        )
        tree_of |= {asked.id: tree, answer.id: tree}
        ends[tree].append(answer.id)
    for message in chat.messages():
        match chance.randrange(12):
            case 0:
                chat.mark(message, "landmark", label="decided")
            case 1:
                chat.mark(message, "pin")
            case 2:
                chat.mark(message, "highlight", span=(0, min(9, len(message.text))))
            case _:
                pass
    return tree_of


def check_folds(chat: Chat, view: View, tree_of: dict[str, str]) -> None:
    """Check that nothing is lost in the folds of a view, and nothing of another tree is in them."""
    by_id = {message.id: message for message in chat.messages()}
    marks = chat.marks()
    stays = {one.message for one in marks if one.kind in ("landmark", "pin")}
    lit = {(one.message, one.start, one.end) for one in marks if one.kind == "highlight"}
    folded: list[str] = []
    for one in view.folds:
        sources = chat.expand(one.fold)
        assert sources == [by_id[source] for source in one.fold.sources]
        folded += one.fold.sources
        (tree,) = {tree_of[source.id] for source in sources}
        said = "\n".join(claim.text for claim in one.fold.claims)
        assert not any(other in said for other in TREES if other != tree)
        assert stays.isdisjoint(one.fold.sources)
        assert not any(is_kept(source) for source in sources)
        verbatim = {
            (span.message, span.start, span.end)
            for claim in one.fold.claims
            if claim.level == VERBATIM
            for span in claim.spans
        }
        assert verbatim == {mark for mark in lit if mark[0] in one.fold.sources}
        assert {span.message for claim in one.fold.claims for span in claim.spans} <= set(
            one.fold.sources
        )
    assert len(folded) == len(set(folded))


def is_kept(message: Message) -> bool:
    return message.role == "system" or any(isinstance(p, Attachment) for p in message.parts)


def check_contexts(chat: Chat, view: View, tree_of: dict[str, str], budget: int) -> None:
    """Check that every context in a view shows claims with all their sources, and no other tree."""
    messages = chat.messages()
    at = {message.id: message.position for message in messages}
    parents: list[tuple[int, ...]] = [()] * len(messages)
    for wire in chat.wires():
        parents[at[wire.child]] += (at[wire.parent],)
    folds = {one.fold.id: one.fold for one in view.folds}
    for message in messages[:: max(1, len(messages) // 6)]:
        scope = set(ancestors(parents, message.position))
        made = chat.context("Which crane?", budget=budget, leaf=message.id, view=view)
        for claim in made.claims:
            assert scope.issuperset(span["position"] for span in claim["spans"])
            assert scope.issuperset(at[source] for source in folds[claim["fold"]].sources)
        tree = tree_of[message.id]
        assert not any(other in made.text for other in TREES if other != tree)
        states = ("raw", "extracted", "folded", "omitted")
        assert sum(made.accounting[state] for state in states) == len(scope)
        ranges = [pair for state in states for pair in made.states[state]]
        assert {p for first, last in ranges for p in range(first, last + 1)} >= scope


@given(st.integers(0, 100_000), st.sampled_from([120, 400, 4_000]))
@settings(max_examples=share(15))
def test_folds_keep_to_their_tree_and_are_shown_with_all_their_sources(
    seed: int, budget: int
) -> None:
    chance = random.Random(seed)
    with opened() as memory:
        chat = memory.conversation("a")
        tree_of = talk(chat, chance)
        policy = CondensePolicy(shortest=2, depth=chance.randint(0, 2))
        try:
            view = chat.apply(chat.plan_condense(policy))
        except UsageError:
            return  # no run of this one can be folded
        check_folds(chat, view, tree_of)
        check_contexts(chat, view, tree_of, budget)
        assert memory.verify() == []
