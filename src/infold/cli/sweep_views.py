"""Sweeps as people see them: plans, receipts, and the list of those that there were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from infold.cli.commands import command, with_store
from infold.cli.render import day, pasted, plain, short, table_of
from infold.core.wording import counted
from infold.engine.sweep_plans import SweepPlan
from infold.engine.sweep_records import SweepReceipt
from infold.memory.standing import KnownFact
from infold.memory.sweeping import SweepItem, SweepTotals

__all__ = ["past", "plan", "purged", "receipt"]

_STYLE: Final = {
    "keep": "green",
    "expire": "bright_black",
    "demote": "yellow",
    "archive": "yellow",
    "export": "cyan",
    "drop": "bold red",
    "merge": "cyan",
    "fold": "cyan",
    "tombstone": "red",
    "purge": "bold red",
}
_POLICY: Final = {
    "ttl": "time to live",
    "idle": "decay by use",
    "cap": "cap",
    "grace": "grace",
    "slot": "newer value goes",
    "merging": "merging",
    "folding": "folding",
    "demote": "demoting",
    "archive": "archiving",
    "export": "exporting",
    "drop": "dropping texts",
    "": "",
}
_COUNT: Final = {
    "expired": "noted as expired",
    "idle": "let go that nobody used",
    "capped": "let go over the cap",
    "with_newer": "older values let go with the newer one",
    "purged": "purged for good",
    "archived": "conversations archived",
    "demoted": "clusters shown as one line",
    "exported": "conversations written to files",
    "dropped": "texts dropped for good, their folds kept",
    "failed": "conversations that could not be written to files: see export_folder",
    "kept": "kept, since an older value is pinned",
    "restored": "shown again",
    "gone": "purged meanwhile, and not to be brought back",
    "left": "left as somebody changed them since",
}
_LOG: Final = (
    "Old pages of what was purged or dropped may still stand in the store's log, because another "
    "program is reading. The next sweep empties it."
)

_FOR_GOOD: Final = (
    "Dropped texts are gone for good: there is no undo, and no fold is made again without them. "
    "`infold sweep --apply` leaves them; `infold sweep --apply --drop` drops them."
)


def plan(found: SweepPlan, shown: Sequence[SweepItem], totals: SweepTotals) -> RenderableType:
    """What a sweep would do."""
    whose = "all users" if found.whole else found.scope.user or "the empty user"
    when = f"{'A simulation of' if found.is_simulated else 'A sweep at'} {day(found.at)} UTC"
    head = plain(f"{when}, of {whose}. Nothing was written.")
    if not shown:
        return Group(head, Text("Nothing has had its time."))
    table = table_of("action", "by", "user", "record", "text, and why", wide="text, and why")
    for item in shown:
        table.add_row(
            Text(item.action, style=_STYLE[item.action]),
            _POLICY[item.policy],
            plain(short(item.user, 20)),
            item.record[:12],
            plain(f"{short(item.text, 90)}\n{item.reason}"),
        )
    counts = ", ".join(f"{action} {number:,}" for action, number in sorted(totals.actions.items()))
    rest = totals.actions.total() - len(shown)
    more = f" {rest:,} more are not listed: --most N lists them." if rest else ""
    foot = plain(f"{counts}; {counted(totals.users, 'user')} with changes.{more}")
    if not totals.actions["drop"]:
        return Group(head, table, foot)
    return Group(head, table, foot, plain(with_store(_FOR_GOOD)))


def receipt(one: SweepReceipt, *, would: bool = False) -> RenderableType:
    """What a sweep did, or its undo; with `would`, what its undo would come to."""
    whose = "all users" if one.user is None else one.user or "the empty user"
    state = f"would be {one.state}" if would else one.state
    head = plain(f"Sweep {one.id} of {whose} at {day(one.at)} UTC: {state}.")
    lines = [
        plain(f"  {one.counts[name]:,} {'would be ' * (would and name == 'restored')}{what}")
        for name, what in _COUNT.items()
        if one.counts.get(name)
    ]
    if not lines:
        lines = [Text("  Nothing had had its time.")]
    if would:
        lines.append(Text("Nothing was written."))
    elif one.state == "done" and one.changes > sum(
        one.counts.get(name, 0) for name in ("purged", "dropped")
    ):
        lines.append(pasted(f"Take it back with: {command('undo', one.id[:12])}"))
    if one.counts.get("dropped") and (would or one.state == "undone"):
        lines.append(Text("What was dropped stays gone."))
    if one.in_log:
        lines.append(Text(_LOG, style="yellow"))
    return Group(head, *lines)


def past(rows: Sequence[SweepReceipt]) -> RenderableType:
    """The table of sweeps that there were."""
    if not rows:
        return Text("There was no sweep yet.")
    table = table_of("sweep", "at", "of", "state", "asked by", "what", wide="what")
    for one in rows:
        what = ", ".join(
            f"{name.replace('_', ' ')} {one.counts[name]:,}"
            for name in _COUNT
            if one.counts.get(name)
        )
        table.add_row(
            one.id[:12],
            day(one.at),
            plain("all users" if one.user is None else short(one.user or "the empty user", 20)),
            one.state,
            "hand" if one.scheduled is None else "schedule",
            what or "nothing had had its time",
        )
    return table


def purged(fact: KnownFact, *, dry_run: bool, in_log: bool) -> str:
    """One line on a fact that was purged."""
    what = "Would purge" if dry_run else "Purged"
    said = f"{what} the fact {fact.id[:12]}; it cannot be brought back."
    return f"{said} {_LOG}" if in_log else said
