"""A comparison as plain data for `--json`."""

from __future__ import annotations

from dataclasses import asdict

from infold.cli.shapes import Plain
from infold.trial import report
from infold.trial.arms import SIDES, Answered, Side
from infold.trial.compare import ArmInfo, Comparison, FreePair, Loss, ProbePair
from infold.trial.probes import Probe


def comparison(found: Comparison, conversation: str) -> Plain:
    """A comparison: counts, prices, pairs, losses with the commands that mend them."""
    return {
        "conversation": found.conversation,
        "left": _arm(found, found.left, "left"),
        "right": _arm(found, found.right, "right"),
        "model": found.model or None,
        "judge": found.judge or None,
        "prompt": found.prompt or None,
        "budget": found.budget or None,
        "seed": found.seed,
        "repetitions": found.repetitions,
        "folds": found.folds,
        "available": found.available,
        "failed": found.failed,
        "retention": {
            "all": asdict(found.retention()),
            "value": asdict(found.retention("value")),
            "status": asdict(found.retention("status")),
        },
        "discordant": list(found.discordant),
        "p": found.p_value,
        "verdict": report.verdict(found),
        "saving": found.saving,
        "paid_back": found.paid_back,
        "rates": list(found.rates) if found.rates else None,
        "losses": [_loss(one, conversation) for one in found.losses],
        "pairs": [_pair(one) for one in found.pairs],
        "questions": [_free(one) for one in found.free],
    }


def _arm(found: Comparison, arm: ArmInfo, side: Side) -> Plain:
    prompt, answer = found.spent(side)
    return {
        "view": arm.view,
        "name": arm.name,
        "folds_price": asdict(arm.price),
        "outcomes": dict(found.counts(side)),
        "questions": len(found.answers(side)),
        "input_tokens": prompt,
        "output_tokens": answer,
    }


def _probe(probe: Probe) -> Plain:
    return {
        "id": probe.id,
        "kind": probe.kind,
        "question": probe.question,
        "value": probe.value,
        "holds": probe.holds,
        "other": probe.other or None,
        "message": probe.message,
        "position": probe.position,
        "turn": probe.turn,
        "part": probe.part,
        "start": probe.start,
        "end": probe.end,
        "text": probe.text,
        "leaf": probe.leaf or None,
    }


def _answered(one: Answered) -> Plain:
    return {
        "place": one.place,
        "outcome": one.outcome,
        "text": one.text,
        "prompt": one.prompt,
        "input_tokens": one.input_tokens,
        "output_tokens": one.output_tokens,
    }


def _pair(pair: ProbePair) -> Plain:
    return {
        "probe": _probe(pair.probe),
        **{side: [_answered(one) for one in getattr(pair, side)] for side in SIDES},
    }


def _loss(loss: Loss, conversation: str) -> Plain:
    expand, carry = report.mending(loss, conversation)
    return {
        "number": loss.number,
        "side": loss.side,
        "outcome": loss.outcome,
        "view": loss.view,
        "fold": loss.fold,
        "run": loss.run,
        "answer": loss.answer or None,
        "expand": expand,
        "carry": carry,
        "probe": _probe(loss.probe),
    }


def _free(one: FreePair) -> Plain:
    return {
        "question": one.question,
        "repetition": one.repetition,
        "left": _answered(one.left),
        "right": _answered(one.right),
        "claims": [asdict(claim) for claim in one.claims],
        "judgement": one.judgement,
        "reason": one.reason or None,
    }
