package slipway.bench.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import slipway.audit.Audit;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import slipway.identity.ServerKey;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.ReaderState;
import slipway.journal.sql.Database;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;

/**
 * Makes a long history: a server creates the database and its key, the journal takes the events with a seal for every
 * ten thousand, and a server reads them all. The events of a subject are as far from each other as they can be.
 */
final class SyntheticHistory {

    private static final int AT_ONCE = 1_000;
    private static final int SEALED_AT_ONCE = 10_000;
    private static final int TEAMS = 50;
    private static final List<ModuleSchema> SCHEMAS = List.of(ModuleSchema.JOURNAL, Audit.SCHEMA);

    private final ServerLauncher serverLauncher;
    private final Size size;
    private final Consumer<String> say;

    SyntheticHistory(ServerLauncher serverLauncher, Size size, Consumer<String> say) {
        this.serverLauncher = serverLauncher;
        this.size = size;
        this.say = say;
    }

    /** How many there are; the events are a multiple of the subjects. */
    record Size(long events, long subjects) {

        long perSubject() {
            return events / subjects;
        }
    }

    static String subject(long number) {
        return "history/" + number;
    }

    /** Makes the data in a new folder. */
    void make(Path folder, HistoryStore.Kind kind) throws IOException, InterruptedException {
        try (HistoryStore store = HistoryStore.open(folder, kind)) {
            try (Server server = Server.start(store.on(serverLauncher), store.data())) {
                server.stop();
            }
            long start = System.nanoTime();
            write(store);
            double seconds = (System.nanoTime() - start) / 1e9;
            say.accept(
                    BenchContext.format(
                            "Wrote %,d events to %s in %.0f s (%,.0f events/s)",
                            size.events(), kind, seconds, size.events() / seconds));
            try (Server server = Server.start(store.on(serverLauncher), store.data())) {
                HistoryServer.awaitReaders(server);
                server.stop();
            }
            store.stop();
        }
    }

    /** A copy of what was made once and is kept in the cache. */
    void copy(Path cache, HistoryStore.Kind kind, Path folder)
            throws IOException, InterruptedException {
        Path kept =
                cache.resolve("history-%d-%d-%s".formatted(size.events(), size.subjects(), kind));
        if (!Files.exists(kept)) {
            Path part = kept.resolveSibling(kept.getFileName() + ".part");
            BenchContext.remove(part);
            say.accept("Making " + kept + ", which is kept for other runs");
            make(part, kind);
            Files.move(part, kept, StandardCopyOption.ATOMIC_MOVE);
        }
        say.accept("Copying " + kept);
        try (var files = Files.walk(kept)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        folder.resolve(kept.relativize(file).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private void write(HistoryStore store) throws InterruptedException {
        ServerKey key =
                ServerKey.read(store.data())
                        .orElseThrow(() -> new IllegalStateException("The server made no key"));
        Database database = Database.open(store.address(), SCHEMAS);
        try (Journal journal =
                Journal.open(
                        new SqlJournalStorage(database),
                        LoopExecutor.threads(),
                        new Journal.Times(InstantSource.system(), System::nanoTime))) {
            Audit audit = Audit.open(journal, key.sealKeys(), Optional.empty(), Runnable::run);
            for (long from = 0; from < size.events(); from += AT_ONCE) {
                long to = Math.min(size.events(), from + AT_ONCE);
                journal.write(Commit.of(drafts(from, to), List.of()));
                if (to % SEALED_AT_ONCE == 0) {
                    Journal.await(audit.sealAsync());
                }
            }
            audit.seal();
            while (journal.readers().stream()
                    .filter(reader -> reader.status() instanceof ReaderState.Status.Reading)
                    .mapToLong(ReaderState::behind)
                    .anyMatch(behind -> behind > 0)) {
                journal.awaitAfter(journal.seq(), Duration.ofMillis(20));
            }
        }
    }

    private List<EventDraft> drafts(long from, long to) {
        return LongStream.range(from, to).mapToObj(this::draft).toList();
    }

    private EventDraft draft(long number) {
        long subject = number % size.subjects();
        var actor = new Actor("user-" + subject % TEAMS, "cli", "5qk1-" + number);
        String text = "raised the limit of this team from 12 to 16 H100, request " + number;
        return EventDraft.of(new Fact.NoteWritten(text), actor, subject(subject))
                .in("team-" + subject % TEAMS);
    }
}
