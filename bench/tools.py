"""What tools are asked for and print in the sessions of `bench.sessions`."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from bench.phrases import SYLLABLES


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRun:
    """A call and its result, without ids."""

    name: str
    arguments: str
    output: str
    failed: bool = False


def tool_run(rng: random.Random, *, thread: str, path: str, now: datetime) -> ToolRun:
    """Some tool's run in a thread (its name, lower case) that is about a file."""
    match rng.randrange(4):
        case 0:
            return _tests(rng, thread)
        case 1:
            return _log(rng, path, now)
        case 2:
            return _file(rng, path)
        case _:
            return _query(rng, thread)


def _lines(rng: random.Random) -> int:
    """Mostly a few lines, now and then many."""
    return rng.choice((3, 4, 5, 6, 8, 8, 12, 15, 20, 40, 90))


def _tests(rng: random.Random, thread: str) -> ToolRun:
    failed = rng.random() < 0.3
    lines = [
        f"tests/{thread}/test_{rng.choice(SYLLABLES)}{index}.py " + "." * rng.randint(3, 24)
        for index in range(_lines(rng))
    ]
    lost = f"{rng.randint(1, 4)} failed, " if failed else ""
    lines.append(f"{lost}{rng.randint(20, 900)} passed in {rng.uniform(0.4, 90):.2f}s")
    return ToolRun(
        name="shell",
        arguments=json.dumps({"command": f"pytest tests/{thread}"}),
        output="\n".join(lines),
        failed=failed,
    )


def _log(rng: random.Random, path: str, now: datetime) -> ToolRun:
    service = path.rsplit("/", 1)[-1].removesuffix(".py")
    lines = [
        f"{now + timedelta(seconds=3 * index):%Y-%m-%dT%H:%M:%SZ} "
        f"{rng.choice(('INFO', 'INFO', 'INFO', 'WARN', 'ERROR'))} {service} "
        f"request={rng.getrandbits(32):08x} status={rng.choice((200, 200, 204, 404, 503))} "
        f"took={rng.randint(1, 4000)}ms"
        for index in range(_lines(rng))
    ]
    return ToolRun(
        name="read_log", arguments=json.dumps({"service": service}), output="\n".join(lines)
    )


def _file(rng: random.Random, path: str) -> ToolRun:
    arguments = json.dumps({"path": path})
    if rng.random() < 0.1:
        return ToolRun(
            name="read_file", arguments=arguments, output=f"{path}: no such file", failed=True
        )
    lines = ["import asyncio", "", ""]
    for _ in range(max(1, _lines(rng) // 5)):
        a, b, c = rng.sample(SYLLABLES, 3)
        lines += [
            f"async def {a}_{b}(self, {c}: int = {rng.randint(1, 99)}) -> None:",
            f"    for attempt in range({rng.randint(2, 9)}):",
            f"        if await self.{c}({a}=attempt):",
            f"            return self.{b}",
            "",
        ]
    return ToolRun(name="read_file", arguments=arguments, output="\n".join(lines))


def _query(rng: random.Random, thread: str) -> ToolRun:
    rows = [
        f" {rng.randint(1, 99999):>6} | {rng.choice(SYLLABLES) + rng.choice(SYLLABLES):<12} "
        f"| {rng.uniform(0, 900):9.2f}"
        for _ in range(_lines(rng))
    ]
    return ToolRun(
        name="query",
        arguments=json.dumps(
            {"sql": f"select id, label, amount from {thread} order by amount desc"}
        ),
        output="   id   | label        |    amount\n" + "-" * 36 + "\n" + "\n".join(rows),
    )
