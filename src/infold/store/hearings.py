"""Episodes, and what a model was given to hear."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, cast

from infold.core.episodes import Episode
from infold.core.folds import Price
from infold.core.hearings import Hearing, HearingState
from infold.core.scope import Scope
from infold.store import rows as convert
from infold.store.hearing_protocol import HearingTotal
from infold.store.queries import SQL
from infold.store.snapshot import Snapshot
from infold.store.writing import Changes

_ROLES: Final = ("user", "assistant")
"""Stored by their numbers: the column then holds no word but names of people."""


class HearingReads(Snapshot):
    """Reads of episodes and hearings."""

    __slots__ = ()

    def episodes(self, scope: Scope, conversation: str) -> list[Episode]:
        """Episodes of a conversation by position, without their folds."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        return [
            Episode(
                id=id_,
                conversation=chat,
                first=first,
                last=last,
                at_from=convert.time_value(at_from),
                at_to=convert.time_value(at_to),
                participants=_names(convert.text(participants)),
            )
            for id_, chat, first, last, at_from, at_to, participants in self.rows(
                SQL["episodes"], (scope.space, scope.user, number)
            )
        ]

    def episode_conversation(self, scope: Scope, episode: str) -> str | None:
        """Id of the conversation of an episode."""
        values = (scope.space, scope.user, episode, scope.agent, scope.session)
        row = self.row(SQL["episode_place"], values)
        return None if row is None else str(row[0])

    def last_episode(self, scope: Scope, conversation: str) -> tuple[int, int]:
        """First and last position of the newest episode; -1 and -1 where there is none."""
        number = self.number(scope, conversation)
        row = self.row(SQL["last_episode"], (scope.space, scope.user, number))
        return (-1, -1) if row is None or row[0] is None else (row[0], row[1])

    def hearings(self, scope: Scope, conversation: str) -> list[Hearing]:
        """Hearings of a conversation, in order of entry."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        return [
            Hearing(
                number=row[0],
                first=row[1],
                last=row[2],
                state=cast(HearingState, row[3]),
                facts=row[4],
                dropped=row[5],
                model=convert.text(row[6]),
                prompt=row[7],
                price=Price(calls=row[8], input_tokens=row[9], output_tokens=row[10]),
                fault=convert.text(row[11]),
            )
            for row in self.rows(SQL["hearings"], (scope.space, scope.user, number))
        ]

    def hearing_totals(self, scope: Scope) -> list[HearingTotal]:
        """What the hearings of a user come to, by state."""
        return [
            HearingTotal(
                state=state,
                count=count,
                price=Price(calls=calls, input_tokens=spent, output_tokens=made),
                facts=facts,
            )
            for state, count, calls, spent, made, facts in self.rows(
                SQL["hearing_totals"], (scope.space, scope.user)
            )
        ]


class HearingWrites(Changes):
    """Changes of episodes and hearings."""

    __slots__ = ()

    def replace_episodes(
        self, scope: Scope, conversation: str, first: int, episodes: Sequence[Episode]
    ) -> None:
        """Put episodes in the place of those that begin at a position or behind it."""
        key = (scope.space, scope.user, self.the_number(scope, conversation))
        self.run(SQL["drop_episodes"], (*key, first))
        self.run_each(
            SQL["add_episode"],
            (
                (
                    *key, one.first, one.last, one.id, convert.time_text(one.at_from),
                    convert.time_text(one.at_to), _numbered(one.participants),
                )
                for one in episodes
            ),
        )  # fmt: skip

    def save_hearing(self, scope: Scope, conversation: str, hearing: Hearing) -> Hearing:
        """Save a hearing in the place of the one with its number; a new one gets its number."""
        key = (scope.space, scope.user, self.the_number(scope, conversation))
        if not hearing.number:
            row = self.row(SQL["next_hearing"], key)
            assert row is not None  # an aggregate always has a row
            hearing = replace(hearing, number=row[0])
        price = hearing.price
        self.run(
            SQL["save_hearing"],
            (
                *key, hearing.number, hearing.first, hearing.last, hearing.state, hearing.facts,
                hearing.dropped, hearing.model, hearing.prompt, price.calls, price.input_tokens,
                price.output_tokens, hearing.fault,
            ),
        )  # fmt: skip
        return hearing

    def drop_hearing(self, scope: Scope, conversation: str, number: int) -> None:
        """Remove a hearing: nothing of it is left to be heard."""
        chat = self.the_number(scope, conversation)
        self.run(SQL["drop_hearing"], (scope.space, scope.user, chat, number))


def _numbered(names: Sequence[str]) -> str:
    return convert.list_text([_ROLES.index(one) if one in _ROLES else one for one in names])


def _names(stored: str) -> tuple[str, ...]:
    return tuple(_ROLES[one] if isinstance(one, int) else str(one) for one in json.loads(stored))
