package slipway.bench.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import slipway.audit.Audit;
import slipway.audit.AuditVerifier;
import slipway.audit.EntryProof;
import slipway.audit.SealKey;
import slipway.audit.VerificationReport;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;

/**
 * Measures the audit log with a million entries and a seal for every thousand: the time of one proof, from its number
 * to the whole proof, and the time of a check of everything, against itself, its seals and the second place.
 */
public final class AuditBench implements Bench {

    private static final double PROOF_GOAL_MILLIS = 5;
    private static final double VERIFY_GOAL_SECONDS = 10;
    private static final int AT_ONCE = 1_000;
    private static final List<ModuleSchema> SCHEMAS = List.of(ModuleSchema.JOURNAL, Audit.SCHEMA);

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public String summary() {
        return "1 M entries: one proof, and a check of everything";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        long entries = place.quick() ? 100_000 : 1_000_000;
        Path data = place.fresh("data");
        Path vault = Files.createDirectories(place.fresh("vault"));
        KeyPair keys = keys();
        fill(place, data, vault, keys, entries);
        Samples proofs = proofs(data, keys, entries);
        List<Long> checks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            checks.add(check(data, vault, keys, entries));
        }
        double bare = bare(entries);
        return result(place, entries, proofs, Samples.of(checks), bare);
    }

    private static KeyPair keys() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has Ed25519", e);
        }
    }

    private static Journal open(Path data) {
        return Journal.open(
                new SqlJournalStorage(Database.open(new DatabaseAddress.Sqlite(data), SCHEMAS)),
                LoopExecutor.threads(),
                new Journal.Times(InstantSource.system(), System::nanoTime));
    }

    private static void fill(BenchContext place, Path data, Path vault, KeyPair keys, long entries)
            throws InterruptedException {
        place.say("Writing %,d entries, with a seal for every %,d", entries, AT_ONCE);
        long start = System.nanoTime();
        try (Journal journal = open(data)) {
            Audit audit = Audit.open(journal, keys, Optional.of(vault), Runnable::run);
            for (long from = 0; from < entries; from += AT_ONCE) {
                journal.write(Commit.of(drafts(from), List.of()));
                Journal.await(audit.sealAsync());
            }
            audit.seal();
            while (behind(journal) > 0) {
                journal.awaitAfter(journal.seq(), java.time.Duration.ofMillis(20));
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        place.say("Written in %.0f s (%,.0f entries/s)", seconds, entries / seconds);
    }

    private static long behind(Journal journal) {
        return journal.readers().stream().mapToLong(reader -> reader.behind()).sum();
    }

    private static List<EventDraft> drafts(long from) {
        return LongStream.range(from, from + AT_ONCE).mapToObj(AuditBench::draft).toList();
    }

    private static EventDraft draft(long number) {
        var actor = new Actor("user-" + number % 50, "cli", "5qk1-" + number);
        return EventDraft.of(new Fact.NoteWritten(text(number)), actor, "vision").in("vision");
    }

    private static String text(long number) {
        return "raised the limit of vision from 12 to 16 H100, request " + number;
    }

    /** In a journal that was just opened, with only the blocks in memory. */
    private static Samples proofs(Path data, KeyPair keys, long entries) {
        var random = new Random(1);
        List<SealKey> trusted = List.of(SealKey.of(keys.getPublic()));
        List<Long> nanos = new ArrayList<>();
        try (Journal journal = open(data)) {
            Audit audit = Audit.open(journal, keys, Optional.empty(), Runnable::run);
            for (int i = 0; i < 2_200; i++) {
                long seq = 1 + random.nextLong(entries);
                long start = System.nanoTime();
                EntryProof proof = audit.prove(seq);
                long took = System.nanoTime() - start;
                proof.check(trusted);
                if (i >= 200) {
                    nanos.add(took);
                }
            }
        }
        return Samples.of(nanos);
    }

    private static long check(Path data, Path vault, KeyPair keys, long entries) {
        long start = System.nanoTime();
        try (Database database = Database.openBeside(new DatabaseAddress.Sqlite(data), SCHEMAS)) {
            var evidence =
                    new AuditVerifier.Evidence(
                            List.of(SealKey.of(keys.getPublic())),
                            Optional.of(AuditVerifier.MirroredSeals.read(vault)));
            VerificationReport verificationReport = AuditVerifier.of(database, evidence, _ -> {});
            if (!verificationReport.good() || verificationReport.entries() != entries) {
                throw BenchContext.notMeasured(
                        "The log that was just written is not good.",
                        verificationReport.findings().toString(),
                        "This is a bug; report it.");
            }
        }
        return System.nanoTime() - start;
    }

    /** SHA-256 alone over as many bytes as the leaves of these entries are made of, each entry by itself. */
    private static double bare(long entries) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] fields = new byte[145];
            byte[] body = new byte[85];
            long start = System.nanoTime();
            for (long i = 0; i < entries; i++) {
                body[0] = digest.digest(body)[0];
                fields[0] = digest.digest(fields)[0];
            }
            return (System.nanoTime() - start) / 1e9;
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }

    private static Result result(
            BenchContext place, long entries, Samples proofs, Samples checks, double bare) {
        double verify = checks.medianSeconds();
        double goal = place.quick() ? VERIFY_GOAL_SECONDS / 10 : VERIFY_GOAL_SECONDS;
        double p50 = proofs.seconds(0.5) * 1_000;
        double p99 = proofs.seconds(0.99) * 1_000;
        boolean holds = verify <= goal && p99 <= PROOF_GOAL_MILLIS;
        place.say("");
        place.say("%-52s %8.2f s (goal <= %.0f)", "check of everything, median of 5", verify, goal);
        place.say("%-52s %8.2f s", "slowest of the 5", checks.seconds(1));
        place.say("%-52s %8.2f s", "SHA-256 alone over the same bytes, one core", bare);
        place.say("%-52s %8.2f ms", "one proof, median", p50);
        place.say(
                "%-52s %8.2f ms (goal <= %.0f)", "99 of 100 proofs within", p99, PROOF_GOAL_MILLIS);
        return new Result(
                "audit",
                new Result.Headline(verify, "s", "<= " + goal),
                new Result.Anchor(
                        BenchContext.format("SHA-256 alone over the same bytes %.2f s", bare),
                        verify / bare),
                holds,
                Map.of(
                        "entries", entries,
                        "seals", entries / AT_ONCE,
                        "verify_slowest_s", checks.seconds(1),
                        "proof_p50_ms", p50,
                        "proof_p99_ms", p99,
                        "proof_goal_ms", PROOF_GOAL_MILLIS));
    }
}
