"""A conversation in memory that is appended to and folded as the engine does it."""

from collections import defaultdict
from dataclasses import replace

import numpy as np

from infold.core.folds import FoldKey
from infold.core.forward import ROLE_CODE, Flag, ForwardColumns
from infold.core.tokens import RuleCounter, message_tokens
from infold.fold.forest import Forest, units_from_placements
from infold.fold.planning import (
    plan_folds,
    plan_placement,
    read_features,
    read_units,
    restore_placing,
)
from infold.fold.policy import FoldPolicy
from infold.fold.reading import says_nothing
from infold.fold.vectors import TERM_DIM
from infold.fold.window import Window, asks_to_graduate, graduate
from infold.graph.units import outline
from infold.recall.terms import term_hashes
from infold.text.analysis import analyze

COUNTER = RuleCounter()


def columns_of(messages):
    """Forward columns of messages that follow each other."""
    terms = [term_hashes(analyze(message.text)) for message in messages]
    n = len(messages)
    return ForwardColumns(
        position=np.array([message.position for message in messages], np.int64),
        parent=np.array([message.position - 1 for message in messages], np.int64),
        role=np.array([ROLE_CODE[message.role] for message in messages], np.int8),
        author=[""] * n,
        at=np.full(n, np.nan),
        tokens=np.array([message.tokens for message in messages], np.int64),
        flags=np.array(
            [Flag.FILLER if says_nothing(message) else 0 for message in messages], np.int64
        ),
        terms=np.concatenate([*terms, np.zeros(0, np.uint32)]).astype(np.uint32),
        term_counts=np.array([len(some) for some in terms], np.int64),
    )


class Chat:
    """Messages, window, placements, merges and standing folds of one conversation."""

    def __init__(self, policy=None):
        self.policy = policy or FoldPolicy(hot_high=200, hot_low=100)
        self.messages = []
        self.parents = []
        self.window = Window()
        self.placements = {}
        self.merges = []
        self.folds = {}
        self.placed_to = 0
        self.made = 0

    def append(self, message):
        at = len(self.messages)
        message = replace(
            message, id=f"m{at}", position=at, tokens=message_tokens(COUNTER, message.parts)
        )
        self.messages.append(message)
        self.parents.append((at - 1,) if at else ())
        line = outline(message, self.parents[at])
        asks = asks_to_graduate(self.window, line, self.policy)
        self.window = replace(self.window, tokens=self.window.tokens + line.tokens)
        if asks:
            start = self.window.start
            hot = [outline(m, self.parents[m.position]) for m in self.messages[start:]]
            self.window = graduate(hot, self.policy) or self.window

    def job(self):
        """Place what graduated and fold what changed; the plan that was applied."""
        first = self.placed_to
        new = read_units(
            self.policy,
            self.messages[first:],
            self.parents[first:],
            first=first,
            end=self.window.start,
        )
        columns = columns_of(self.messages)
        by_position = dict(enumerate(self.messages))
        # Read anew for each job, as by a process that has just begun.
        placing = restore_placing(
            self.policy,
            TERM_DIM,
            read_features(units_from_placements(self.placements), columns, None),
            self.merges,
        )
        placement = plan_placement(
            placing,
            new=read_features(new, columns, None, by_position),
            folds=[
                FoldKey(id=key, root=fold.root, generation=fold.generation, method=fold.method)
                for key, fold in self.folds.items()
            ],
            placed_to=first,
        )
        read = {position: by_position[position] for position in placement.positions}
        plan = plan_folds(self.policy, placement, read, COUNTER)
        self.placements |= plan.placements
        for merge in plan.merges:
            self.merges.append(replace(merge, id=f"u{len(self.merges)}"))
        for fold in plan.withdraw:
            del self.folds[fold]
        for fold in plan.add:
            self.made += 1
            self.folds[f"f{self.made}"] = replace(fold, id=f"f{self.made}")
        self.placed_to = plan.placed_to
        return plan

    @property
    def forest(self):
        return Forest.from_log(units_from_placements(self.placements), self.merges)

    def state(self):
        """All that must not depend on when jobs ran."""
        folds = sorted(self.folds.values(), key=lambda fold: fold.root)
        log = [replace(merge, id="") for merge in self.merges]
        return self.placements, log, folds

    def folded(self):
        """Messages that are a source of some claim, with the claims' texts."""
        texts = defaultdict(list)
        for fold in self.folds.values():
            for claim in fold.claims:
                for source in claim.sources:
                    texts[source].append(claim.text)
        return texts
