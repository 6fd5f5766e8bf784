"""`infold erase`: what would go, erasing it, and what receipts say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from infold.cli.app import (
    AgentOption,
    DbOption,
    JsonOption,
    SessionOption,
    UserOption,
    app,
    opened,
    print_json,
    shared,
)
from infold.cli.commands import with_store
from infold.cli.exits import FAULTS_FOUND
from infold.core.wording import counted
from infold.engine.files import write_whole
from infold.errors import UsageError

if TYPE_CHECKING:
    from infold.engine.erase_calls import ReceiptCheck
    from infold.engine.memory import Infold
    from infold.memory.erasing import ErasePlan
    from infold.memory.receipts import EraseReceipt

__all__ = ["erase"]

_SHOWN: Final = 12


@app.command()
def erase(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="WHAT",
            help="A conversation (id, name or title), a message id or a fact id; all of the user "
            "where left out.",
        ),
    ] = None,
    plan: Annotated[
        bool,
        typer.Option("--plan", "--dry-run", help="Say what would go, and change nothing."),
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Erase it for good. There is no way back.")
    ] = False,
    messages: Annotated[
        bool | None,
        typer.Option(
            "--messages/--facts-only",
            help="Whether messages go, too. By default they do, but for a fact.",
        ),
    ] = None,
    receipt: Annotated[
        Path | None, typer.Option("--receipt", metavar="FILE", help="Write the receipt there.")
    ] = None,
    verify: Annotated[
        str | None,
        typer.Option("--verify", metavar="RECEIPT", help="Check a receipt: a file, or its id."),
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List what was erased, and how far that is.")
    ] = False,
    backup: Annotated[
        Path | None,
        typer.Option(
            "--note-backup",
            metavar="PATH",
            help="Only note that a copy of the whole store was made there: receipts name it.",
        ),
    ] = None,
    let_back: Annotated[
        str | None,
        typer.Option(
            "--let-back",
            metavar="ID",
            help="Let what an erasure took be taken in again, should it come.",
        ),
    ] = None,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Erase a user, a chat, a message or a fact for good. What follows from it goes, too."""
    named = user if user is not None else shared.user
    with opened(db, user) as memory:
        if verify is not None:
            _verify(memory, verify, named, as_json=as_json)
        elif listed:
            _list(memory, named, as_json=as_json)
        elif backup is not None:
            memory.note_backup(backup)
            typer.echo(f"Noted: {backup}.", err=True)
        elif let_back is not None:
            count = memory.let_back(let_back)
            if as_json:
                print_json({"let_back": count})
            else:
                typer.echo(f"{count} ids and texts may come in again.")
        else:
            _require_clear(what, named, plan=plan, yes=yes)
            made = memory.plan_erase(
                what, user=user, agent=agent, session=session, messages=messages
            )
            if plan:
                _tell_plan(made, as_json=as_json)
            else:
                _erase(memory, made, receipt, as_json=as_json)


def _require_clear(what: str | None, user: str | None, *, plan: bool, yes: bool) -> None:
    """Ask for one of the two ways, and for a name: nobody erases a user by leaving a word out."""
    if plan == yes:
        raise UsageError(
            "Erasing has no way back, so it is said twice.",
            hint="Look at what would go with --plan, then erase it with --yes.",
        )
    if what is None and user is None:
        raise UsageError(
            "Nothing was named to be erased.",
            hint="Name a conversation, message or fact, or all of a user with --user NAME "
            '(--user "" for the empty user).',
        )


def _erase(memory: Infold, made: ErasePlan, out: Path | None, *, as_json: bool) -> None:
    from infold.cli.progress import stages

    done = memory.erase(made)
    if not as_json:
        typer.echo(f"Hidden: nothing shows it any more ({counted(made.total, 'record')}).")
    with stages(quiet=as_json) as stage:
        memory.finish_erasures(progress=stage)
    done = memory.receipt(done)
    if out is not None:
        text = json.dumps(done.data(), ensure_ascii=False, indent=2) + "\n"
        write_whole(out, [text.encode()])
    if as_json:
        print_json({"plan": _plan(made), "receipt": done.data()})
        return
    _tell_receipt(done)
    if out is not None:
        typer.echo(f"Wrote {out}.", err=True)


def _verify(memory: Infold, given: str, user: str | None, *, as_json: bool) -> None:
    path = Path(given)
    check = (
        memory.verify_receipt(path, user=user)
        if path.exists() or not given.startswith("z_")
        else memory.verify_receipt(memory.receipt(given), user=user)
    )
    if as_json:
        print_json(
            {
                "holds": check.holds,
                "is_genuine": check.is_genuine,
                "faults": list(check.faults),
                "receipt": check.receipt.data() if check.receipt else None,
            }
        )
    else:
        _tell_check(check)
    if not check.holds:
        raise typer.Exit(FAULTS_FOUND)


def _tell_check(check: ReceiptCheck) -> None:
    if check.is_genuine:
        typer.echo("This store signed the receipt, and it was not changed since.")
    else:
        typer.echo("This receipt was not signed by this store, or was changed since.")
    for fault in check.faults:
        typer.echo(f"  {fault}")
    if check.receipt is not None:
        _tell_receipt(check.receipt)


def _list(memory: Infold, user: str | None, *, as_json: bool) -> None:
    found = memory.erasures(user=user)
    if as_json:
        print_json([receipt.data() for receipt in found])
        return
    if not found:
        typer.echo("Nothing was erased.")
        return
    for receipt in found:
        total = sum(receipt.counts.values())
        typer.echo(
            f"{receipt.id}  {receipt.hidden_at[:19]}  {receipt.kind}  {counted(total, 'record')}  "
            f"{receipt.stage}"
        )
        if receipt.note:
            typer.echo(f"  {receipt.note}")


def _tell_plan(made: ErasePlan, *, as_json: bool) -> None:
    if as_json:
        print_json(_plan(made))
        return
    from infold.memory.erasing import in_words

    what = f"the user {made.user!r}" if made.kind == "user" else f"the {made.kind} {made.record}"
    typer.echo(f"Erasing {what} would take {counted(made.total, 'record')} for good:")
    for line in in_words(made.counts):
        typer.echo(f"  {line}")
    for item in made.items[:_SHOWN]:
        typer.echo(f"    {item.kind} {item.id}: {item.reason}")
    if len(made.items) > _SHOWN:
        typer.echo(f"    … and {len(made.items) - _SHOWN} more: --json lists them")
    if made.back:
        typer.echo(f"{counted(len(made.back), 'fact')} would come back:")
        for item in made.back[:_SHOWN]:
            typer.echo(f"    {item.kind} {item.id}: {item.reason}")
        if len(made.back) > _SHOWN:
            typer.echo(f"    … and {len(made.back) - _SHOWN} more: --json lists them")
    for note in made.notes:
        typer.echo(f"  {note}")
    if made.copies:
        typer.echo("These copies have left the store; they are not erased with it:")
        for copy in made.copies:
            typer.echo(f"  {copy}")
    typer.echo("Nothing was changed. Erase it with --yes.")


def _tell_receipt(receipt: EraseReceipt) -> None:
    from infold.memory.erasing import in_words

    if receipt.is_gone:
        scan = receipt.scan
        typer.echo(
            f"Gone: {', '.join(in_words(receipt.counts)) or 'nothing was left of it'}. "
            f"{scan['looked_for']} pieces of it were looked for in {', '.join(scan['files'])}, and "
            "none is left"
            + (
                f"; {scan['elsewhere']} of their forms stand in what was not erased."
                if scan["elsewhere"]
                else "."
            )
        )
    else:
        why = with_store(receipt.note or "`infold worker --once` removes it from the files.")
        typer.echo(f"Hidden, and not yet gone from the files. {why}")
    for copy in receipt.copies:
        typer.echo(f"  It still stands in a copy that left the store: {copy}")
    verify = with_store(f"infold erase --verify {receipt.id}")
    typer.echo(f"Receipt {receipt.id}: check it with `{verify}`.")


def _plan(made: ErasePlan) -> dict[str, object]:
    return {
        "kind": made.kind,
        "record": made.record,
        "user": made.user,
        "agent": made.agent,
        "session": made.session,
        "messages": made.messages,
        "total": made.total,
        "counts": dict(made.counts),
        "items": [{"kind": item.kind, "id": item.id, "reason": item.reason} for item in made.items],
        "back": [{"kind": item.kind, "id": item.id, "reason": item.reason} for item in made.back],
        "copies": list(made.copies),
        "notes": list(made.notes),
    }
