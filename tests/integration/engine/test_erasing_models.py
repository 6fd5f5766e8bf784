"""Erasure and models: no later prompt holds what was erased, nor does a fold on its way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.engine.chat import Chat
from infold.fold.policy import FoldPolicy
from infold.jobs.worker import run_all
from infold.models.chat import ChatRequest
from infold.models.roles import Models
from infold.prompts.fold_claims import Claimed, FoldClaims
from infold.testing import FrozenClock, ScriptedModel

POLICY = FoldPolicy(hot_high=200, hot_low=100, refresh_tokens=120)
ANSWER = (
    "That is fine with me, and I will write it down for the others, so that they know what was "
    "said about it before they begin with their own part of the work on this."
)


def records(request: ChatRequest) -> list[dict[str, object]]:
    return [json.loads(line) for line in request.messages[1].text.split("\n")]


def faithful(request: ChatRequest) -> FoldClaims:
    """Says again what it was told, one claim a message."""
    read = records(request)
    claims = [
        Claimed(text=str(one["claim"]), sources=one["sources"])  # type: ignore[arg-type]
        for one in read
        if "claim" in one
    ]
    claims += [
        Claimed(text=str(one["text"]), sources=[one["message"]])  # type: ignore[list-item]
        for one in read
        if "message" in one and one["who"] == "user"
    ]
    return FoldClaims(claims=claims)


def opened(folder: Path, model: ScriptedModel, clock: FrozenClock) -> Infold:
    settings = Settings(embedder="none", space_secret="a secret for tests", synchronous="NORMAL")
    return Infold.open(
        folder / "infold.db",
        settings=settings,
        policy=POLICY,
        models=Models(fold=model),
        clock=clock,
    )


def canary(position: int) -> str:
    return f"port {5000 + position // 2} and wait"


def say(chat: Chat, first: int, last: int) -> None:
    for at in range(first, last):
        chat.append(
            "user",
            f"For the rollout of the seat service we use {canary(2 * at)} {at + 2} s.",
        )
        chat.append("assistant", ANSWER)


def read_first(request: ChatRequest) -> int:
    """Position of the first message of a user that a request shows."""
    return next(
        int(str(one["message"]))
        for one in records(request)
        if "message" in one and one["who"] == "user"
    )


def files(memory: Infold) -> bytes:
    path = memory.store.path
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


def test_no_prompt_after_it_and_no_fold_holds_it(tmp_path: Path, clock: FrozenClock) -> None:
    model = ScriptedModel(faithful)
    with opened(tmp_path, model, clock) as memory:
        chat = memory.conversation("c", user="zoe")
        say(chat, 0, 20)
        run_all(memory)
        before = len(model.calls)
        assert before
        gone = read_first(model.calls[0])
        (fold,) = [
            fold
            for fold in chat.folds()
            if fold.method == "model" and chat.messages()[gone].id in fold.sources
        ]
        assert any(canary(gone) in claim.text for claim in fold.claims)
        memory.erase(chat.messages()[gone], user="zoe")
        say(chat, 20, 40)
        run_all(memory)
        assert len(model.calls) > before
        assert not any(canary(gone) in call.messages[1].text for call in model.calls[before:])
        assert canary(gone) not in chat.context("Which port?", budget=3000).text
        assert canary(gone).encode() not in files(memory)
        assert memory.verify() == []


@pytest.mark.parametrize("what", ["message", "conversation", "user"])
def test_a_fold_that_was_being_written_meanwhile_is_not_kept(
    tmp_path: Path, clock: FrozenClock, what: str
) -> None:
    erased: list[int] = []

    def slow(request: ChatRequest) -> FoldClaims:
        if not erased:
            erased.append(read_first(request))
            chat = memory.conversation("c", user="zoe")
            if what == "message":
                memory.erase(chat.messages()[erased[0]], user="zoe")
            else:
                memory.erase(chat if what == "conversation" else None, user="zoe")
                say(memory.conversation("c", user="zoe"), 60, 64)
        return faithful(request)

    model = ScriptedModel(slow)
    with opened(tmp_path, model, clock) as memory:
        chat = memory.conversation("c", user="zoe")
        say(chat, 0, 20)
        run_all(memory)
        assert len(erased) == 1
        word = canary(erased[0])
        assert not any(word in claim.text for fold in chat.folds() for claim in fold.claims)
        assert word.encode() not in files(memory)
        assert all(receipt.is_gone for receipt in memory.erasures())
        assert memory.verify() == []
