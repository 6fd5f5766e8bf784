"""`Infold`: an open store with its embedder, models and caches; every use case starts here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from infold.config import Settings, load_settings
from infold.core.clock import Clock, SystemClock
from infold.core.facts import Fact, FactKind, Origin, Slot
from infold.core.folds import Claim, Fold
from infold.core.ids import conversation_id
from infold.core.messages import Attachment, Message
from infold.core.scope import Scope
from infold.core.tokens import RuleCounter, TokenCounter
from infold.engine import listing, tracing
from infold.engine.caches import Caches
from infold.engine.chat import Chat
from infold.engine.contexts import Contexts
from infold.engine.episode_calls import EpisodeCalls
from infold.engine.erase_calls import EraseCalls
from infold.engine.eviction_calls import EvictionCalls
from infold.engine.fact_calls import FactCalls, When
from infold.engine.fact_changes import share
from infold.engine.kept_retention import in_force, keep
from infold.engine.known_facts import Wanted
from infold.engine.links import Links
from infold.engine.placings import Placings
from infold.engine.recent import Recent
from infold.engine.records import ConversationInfo, Hit, Source
from infold.engine.searching import KINDS, LEAST_CONFIDENCE, Searches
from infold.engine.segments import Segments
from infold.engine.sweep_calls import SweepCalls
from infold.errors import ConfigError, NotFound, UsageError, VersionMismatch
from infold.fold.policy import FoldPolicy
from infold.memory.retention import Retention
from infold.memory.standing import KnownFact
from infold.memory.times import instant
from infold.models.configured import models_from
from infold.models.embedder import Embedder
from infold.models.registry import load_embedder
from infold.models.roles import Models
from infold.store.protocol import JobRow, Store
from infold.store.sqlite import SqliteStore
from infold.store.standing import is_there

# What only some calls need is loaded by them: reading a context should not cost the rules by which
# folds are made.
if TYPE_CHECKING:
    from infold.engine.doctor import Finding
    from infold.engine.imported import ImportProgress, ImportReport
    from infold.engine.jobs import JobReport
    from infold.engine.verifying import Fault


class Infold(FactCalls, SweepCalls, EvictionCalls, EpisodeCalls, EraseCalls):
    """An open store.

    Safe to use from any number of threads. Made by `open`; close it, or use it as a context
    manager.
    """

    def __init__(
        self,
        store: Store,
        *,
        settings: Settings,
        embedder: Embedder | None,
        models: Models,
        policy: FoldPolicy,
        counter: TokenCounter,
        clock: Clock,
        retention: Retention | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.embedder = embedder
        self.models = models
        self.policy = policy
        self.counter = counter
        self.clock = clock
        self.space = "default"
        with store.read() as reader:
            # Drawn with the space and never changed: read once, so that no append has to.
            self.secret = reader.secret(scope := Scope(space=self.space))
            self.retention, self.kept, self.is_asked = in_force(
                reader, scope, retention, settings, self.secret
            )
        name = embedder.id if embedder else ""
        self.segments = Segments(store, embedder=name)
        self.recent = Recent(settings.cache_bytes)
        self.caches = Caches(self.recent, self.segments, embedder=name)
        self.placings = Placings(self.recent)
        self.links = Links(self.recent)
        self._searches = Searches(
            store,
            self.recent,
            self.segments,
            embedder=embedder,
            clock=clock,
            retention=self.retention,
            caches=self.caches,
            links=self.links,
        )
        self.contexts = Contexts(
            store,
            self.caches,
            self.links,
            embedder=embedder,
            counter=counter,
            clock=clock,
            find=self._searches.facts,
        )

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | str | None = None,
        models: Models | None = None,
        policy: FoldPolicy | None = None,
        counter: TokenCounter | None = None,
        clock: Clock | None = None,
        retention: Retention | None = None,
        create: bool = True,
    ) -> Self:
        """Open a store; make it where there is none.

        Reads nothing but the store's version: the cost does not grow with what is in it.

        Args:
            path: The store's file; by default that of the settings.
            settings: By default gathered from infold.toml and the environment.
            embedder: One of your own, or a name; by default that of the settings.
            models: Language models by role; by default those that the settings name. Everything
                works without any.
            policy: How chats are folded.
            counter: Counts tokens.
            clock: Tells the time.
            retention: How long facts are kept. It stands in the store from then on: workers and
                the command line follow it. Left out: as the store was last opened with.
            create: False to fail where the store does not exist.

        Raises:
            ConfigError: A setting cannot be used.
            NotFound: `create` is False and there is no store.
            VersionMismatch: The store was made with another embedder or secret.
            StoreError: The file cannot be opened.
        """
        chosen = settings or load_settings()
        file = Path(path if path is not None else chosen.db)
        if str(file) == ":memory:":
            raise ConfigError(
                "A store is a file: several threads and programs share it.",
                hint="Give a path, in a temporary folder for a test.",
            )
        if not create and not is_there(file):
            raise NotFound(
                f"There is no store {file}.",
                hint="Import a transcript first: infold import FILE, or try infold demo.",
            )
        maker = (
            load_embedder(embedder or chosen.embedder)
            if (embedder is None or isinstance(embedder, str))
            else embedder
        )
        spoken = models or models_from(chosen)
        store = SqliteStore.open(
            file,
            synchronous=chosen.synchronous,
            busy_seconds=chosen.busy_seconds,
            secret=chosen.space_secret.encode() or None,
        )
        memory = cls(
            store,
            settings=chosen,
            embedder=maker,
            models=spoken,
            policy=policy or FoldPolicy(),
            counter=counter or RuleCounter(),
            clock=clock or SystemClock(),
            retention=retention,
        )
        try:
            memory._bind_embedder()
            keep(memory)
        except BaseException:
            memory.close()
            raise
        return memory

    def _bind_embedder(self) -> None:
        """Record the embedder of a new store; refuse another one for an old store."""
        scope = Scope(space=self.space)
        mine = self.embedder.id if self.embedder else "none"
        with self.store.read() as reader:
            bound = reader.embedder(scope)
        if bound == mine:
            return
        if bound:
            raise VersionMismatch(
                f"This store was made with the embedder {bound}, not {mine}.",
                hint="Open it with that one (setting `embedder`), or change all vectors with "
                "`infold reembed`.",
            )
        self.store.write(lambda tx: tx.bind_embedder(scope, mine))

    def close(self) -> None:
        """Finish what was accepted and close the store. A second call does nothing."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # ------------------------------------------------------------ conversations

    def conversation(
        self,
        name: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        title: str = "",
    ) -> Chat:
        """A conversation by your name for it, or by its id; it begins with the first `append`.

        Args:
            name: Any text that is yours alone (`support-42`), or an id (`c_…`) of one that exists.
            user: Whose it is.
            agent: Narrows the scope.
            session: Narrows the scope.
            title: For lists; the name where left out.

        Raises:
            UsageError: The name is empty.
            ScopeError: A name that cannot be used.
        """
        if not name or not isinstance(name, str):
            raise UsageError(
                f"{name!r:.40} is no name for a conversation.", hint="Give any text of your own."
            )
        scope = self.scope(user, agent=agent, session=session)
        key = listing.key_of(name, scope)
        with self.store.read() as reader:
            row = reader.conversation(scope, name) or reader.conversation_by_key(scope, key)
        if row is not None:
            return Chat(self, scope, key=row.key, identity=row.id, title=row.title)
        return Chat(
            self,
            scope,
            key=key,
            identity=conversation_id(self.secret, key),
            title=title or ("" if key == name else name),
        )

    def find(
        self,
        name: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
    ) -> Chat:
        """A conversation that exists: by id, name or title, or how its id or title starts.

        Raises:
            NotFound: There is none, or several fit; the hint names them.
        """
        scope = self.scope(user, agent=agent, session=session)
        with self.store.read() as reader:
            row = listing.find(reader, scope, name)
        return Chat(self, scope, key=row.key, identity=row.id, title=row.title)

    def info(self, scope: Scope, conversation: str) -> ConversationInfo:
        """Counts and times of one conversation.

        Raises:
            NotFound: No such conversation.
        """
        with self.store.read() as reader:
            row = reader.conversation(scope, conversation)
        if row is None:
            raise NotFound(f"No conversation {conversation}.", hint="Append to it first.")
        return listing.info(row, scope)

    # ------------------------------------------------------------ finding, and the way back

    def search(
        self,
        question: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        kinds: Iterable[str] | None = None,
        k: int = 10,
        budget: int | None = None,
        as_of: When | None = None,
        min_confidence: float = LEAST_CONFIDENCE,
        fact_kinds: Iterable[FactKind] = (),
        origins: Iterable[Origin] = (),
        slot: Slot | None = None,
        used: bool | None = None,
        explain: bool = False,
        archived: bool = False,
    ) -> list[Hit]:
        """Find messages, folds, conversations, episodes and facts of a user.

        Args:
            question: In any words; of a very long one the first and last 10,000 characters count.
            user: Whose.
            agent: Narrows the scope.
            session: Narrows the scope.
            kinds: Which kinds of records: `message`, `fold`, `conversation`, `episode`, `fact`; all
                where left out.
            k: At most so many.
            budget: Tokens that their texts may take together; no bound where left out. The first
                that does not fit ends the list.
            as_of: Facts as they held at that moment; now where left out.
            min_confidence: Of facts, at that moment.
            fact_kinds: Only facts of these kinds.
            origins: Only facts of these origins.
            slot: Only facts of this slot.
            used: Count the facts that are found as used, each at most once an hour or in the
                setting `use_hours`; by default as that says. No fact is surer for it.
            explain: Give what the score of each fact is made of.
            archived: Search archived conversations as well.

        Returns:
            Hits, best first. A fact that has expired, was ended or deleted is never among them.

        Raises:
            UsageError: `k` or `budget` is not positive, a kind is unknown, or a time is none.
        """
        chosen = (kinds,) if isinstance(kinds, str) else KINDS if kinds is None else tuple(kinds)
        if budget is not None and (not isinstance(budget, int) or budget < 1):
            raise UsageError(f"budget is {budget!r:.40}.", hint="Give tokens, one or more.")
        scope = self.scope(user, agent=agent, session=session)
        wanted = Wanted(
            at=self.clock.now() if as_of is None else instant(as_of, name="as_of"),
            is_now=as_of is None,
            least=share(min_confidence, "min_confidence"),
            kinds=tuple(fact_kinds),
            origins=tuple(origins),
            slot=slot,
        )
        hits = self._searches.search(
            scope,
            question,
            kinds=chosen,
            k=k,
            wanted=wanted,
            explain=explain,
            archived=archived,
        )
        if budget is not None:
            tokens = accumulate(self.counter.count(hit.text) for hit in hits)
            hits = [hit for hit, sum_ in zip(hits, tokens, strict=True) if sum_ <= budget]
        if used or (used is None and self.settings.use_hours > 0 and self.store.is_writable):
            self.count_uses(scope, hits)
        return hits

    def fold(
        self,
        fold: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
    ) -> Fold:
        """A fold by its id.

        Raises:
            NotFound: No such fold in this scope.
        """
        with self.store.read() as reader:
            return tracing.fold(reader, self.scope(user, agent=agent, session=session), fold)[1]

    def find_fold(self, name: str, *, user: str | None = None) -> Fold:
        """A fold by its id, or by how its id starts.

        Raises:
            NotFound: There is none, or several fit.
        """
        with self.store.read() as reader:
            return tracing.find_fold(reader, self.scope(user), name)

    def expand(
        self,
        fold: str | Fold,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
    ) -> list[Message]:
        """The sources of a fold (or of its id), whole, in order of the conversation.

        Raises:
            NotFound: No such fold in this scope.
        """
        with self.store.read() as reader:
            return tracing.expand(
                reader, self.scope(user, agent=agent, session=session), tracing.id_of(fold)
            )

    def sources(
        self,
        record: str | Fold | Claim | Message | Fact | KnownFact,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
    ) -> list[Source]:
        """What a fold, a claim, a message or a fact stands on, with offsets.

        Args:
            record: A fold, claim, message or fact, or its id.
            user: Whose.
            agent: Narrows the scope.
            session: Narrows the scope.

        Returns:
            Stretches of messages in order of the conversation. A message stands on itself; a fact
            on all that said it, in the order in which that was recorded.

        Raises:
            NotFound: No such record in this scope.
        """
        with self.store.read() as reader:
            return tracing.sources(
                reader, self.scope(user, agent=agent, session=session), tracing.id_of(record)
            )

    def attachment(self, digest: str, *, user: str | None = None) -> bytes:
        """The bytes of an image or file that a message or context refers to.

        Args:
            digest: As the reference has it.
            user: Whose.

        Raises:
            NotFound: No such bytes of this user: they were never given, only a link to them.
        """
        with self.store.read() as reader:
            data = reader.blob(self.scope(user), digest)
        if data is None:
            raise NotFound(
                f"No image or file {digest} of this user.",
                hint="Where a reference has a `uri` and no `digest`, only the link is known.",
                records=[digest],
            )
        return data

    # ------------------------------------------------------------ files

    def attach(
        self,
        data: bytes,
        *,
        media_type: str,
        name: str = "",
        user: str | None = None,
    ) -> Attachment:
        """Keep the bytes of an image or file, once, and give the part that stands for them.

        Args:
            data: The bytes.
            media_type: Such as `image/png`.
            name: For people.
            user: Whose it is; a message of another user cannot refer to it.

        Returns:
            A part to append in a message.
        """
        scope = self.scope(user)
        digest = hashlib.sha256(data).hexdigest()
        self.store.write(lambda tx: tx.add_blob(scope, digest, data))
        return Attachment(
            kind="image" if media_type.startswith("image/") else "file",
            media_type=media_type,
            digest=digest,
            name=name,
            size=len(data),
        )

    def import_file(
        self,
        path: str | Path,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        strict: bool = False,
        dry_run: bool = False,
        progress: Callable[[ImportProgress], None] | None = None,
    ) -> ImportReport:
        """Import a transcript, or those of a folder or a ZIP archive.

        See `infold.engine.importing.import_file`. What is imported belongs to the agent and the
        session that are named.
        """
        from infold.engine.importing import import_file

        return import_file(
            self.store,
            self.scope(user, agent=agent, session=session),
            Path(path),
            strict=strict,
            dry_run=dry_run,
            counter=self.counter,
            policy=self.policy,
            clock=self.clock,
            keeper=self.keeper,
            progress=progress,
        )

    def export(
        self, conversations: Sequence[str] = (), *, user: str | None = None, to: str = ""
    ) -> Iterable[bytes]:
        """Infold's own JSONL of conversations (ids), or of all of a user's; lines as bytes.

        The store notes that it left, and where to (`to`): receipts of erasures name it.

        Raises:
            NotFound: A conversation is not there.
        """
        from infold.engine.exporting import export_lines

        scope = self.scope(user)
        lines = export_lines(self.store, scope, conversations)
        self.note_export(scope, conversations, to)
        return lines

    # ------------------------------------------------------------ care

    def run_job(self) -> JobReport | None:
        """Run the next job that is due; None where there is none.

        A job embeds new messages, places what has graduated, and makes folds. Nothing waits
        for it; `infold.jobs` runs them in a thread or a process.
        """
        from infold.engine.jobs import run_job

        return run_job(self)

    def jobs(self) -> list[JobRow]:
        """Jobs that wait, run or failed, oldest first."""
        with self.store.read() as reader:
            return reader.jobs(self.space)

    def verify(self, *, progress: Callable[[int], None] | None = None) -> list[Fault]:
        """Check everything that can be derived again, for every user of the space.

        Args:
            progress: Called with the number of messages checked so far.

        Returns:
            What does not agree; empty for a sound store.
        """
        from infold.engine.verifying import verify

        return verify(self, progress=progress)

    def doctor(self, *, copy: str | Path | None = None) -> list[Finding]:
        """What is configured, how much there is, what waits, and what to do about it.

        Args:
            copy: A copy of this store to check as well.
        """
        from infold.engine.doctor import examine

        return examine(self, copy=None if copy is None else Path(copy))
