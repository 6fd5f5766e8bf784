"""Models in the experiment: one writes the summaries, one answers, one judges the answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from pydantic import BaseModel

from bench.retention.values import Question
from infold.models.chat import ChatMessage, ChatModel, ChatRequest
from infold.models.roles import Models
from infold.trial.summaries import Sentence, Summariser

_SUMMARISE = (
    "Summarise this part of a chat in at most {room} tokens. Keep names, numbers, dates and"
    " decisions. Answer with the summary alone."
)
_ANSWER = (
    "Answer the question from the context alone, in as few words as possible. If the context does"
    " not say, answer: unknown."
)
_JUDGE = "Does the answer say what the expected answer says? Other wording is fine."
_STEP = 50


class Verdict(BaseModel):
    """What the judge says of an answer."""

    right: bool


class ModelSummariser(Summariser):
    """Has a model write what the extractive one would select.

    Args:
        model: Writes the summaries; each is asked for once.
        count: Tokens of a text.
        words: Words of a text that tell something.
    """

    def __init__(
        self,
        model: ChatModel,
        count: Callable[[str], int],
        words: Callable[[str], Collection[str]],
    ) -> None:
        super().__init__(count, words)
        self._model = model
        self._tokens = count
        self._made: dict[tuple[str, int], str] = {}

    def select(self, given: Iterable[Sentence], room: int) -> list[Sentence]:
        """One sentence that holds the whole summary; nothing for nothing."""
        text = "\n".join(one.text for one in sorted(given, key=lambda one: one.order))
        if not text or room <= 0:
            return []
        # Rooms that hardly differ share a summary: a cluster's is not made anew for each question.
        room = room if room < _STEP else room // _STEP * _STEP
        if (text, room) not in self._made:
            self._made[text, room] = _say(self._model, _SUMMARISE.format(room=room), text, room)
        summary = self._made[text, room]
        return [
            Sentence(
                order=0, text=summary, words=frozenset(), tokens=self._tokens(summary), facts=0.0
            )
        ]


def answered(question: Question, context: str, models: Models) -> bool:
    """Whether a model that reads the context answers a question rightly, as another judges."""
    answer, judge = models.chat("answer"), models.chat("judge")
    assert answer is not None
    assert judge is not None
    said = _say(answer, _ANSWER, f"{context}\n\nQuestion: {question.text}", None)
    asked = f"Question: {question.text}\nExpected: {question.answers[0]}\nAnswer: {said}"
    reply = judge.complete(
        ChatRequest(messages=_messages(_JUDGE, asked), schema=Verdict, temperature=0.0)
    )
    return isinstance(reply.parsed, Verdict) and reply.parsed.right


def _say(model: ChatModel, system: str, text: str, most: int | None) -> str:
    request = ChatRequest(messages=_messages(system, text), max_tokens=most, temperature=0.0)
    return model.complete(request).text.strip()


def _messages(system: str, text: str) -> tuple[ChatMessage, ...]:
    return (ChatMessage(role="system", text=system), ChatMessage(role="user", text=text))
