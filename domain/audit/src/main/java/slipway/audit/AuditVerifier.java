package slipway.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.audit.VerificationReport.Finding;
import slipway.audit.VerificationReport.Harm;
import slipway.journal.JournalHead;
import slipway.journal.StoredFact;
import slipway.journal.sql.Database;
import slipway.journal.sql.ReadSnapshot;

/**
 * Verifies a log: against its Merkle tree, against the seals in the database, and against those in the mirror. It reads
 * the raw data, also while a server runs, and trusts only the given keys.
 */
public final class AuditVerifier {

    private static final int MAX_FINDINGS = 50;
    private static final int PAGE_SIZE = 10_000;

    private AuditVerifier() {}

    /**
     * The external evidence against which a log is verified.
     *
     * @param keys the trusted public keys; without keys, signatures are not checked
     * @param mirrored the seals of the mirror, if there is one
     */
    public record Evidence(List<SealKey> keys, Optional<MirroredSeals> mirrored) {

        public Evidence {
            keys = List.copyOf(keys);
        }
    }

    /** The texts of the seals in the mirror, by number. */
    public record MirroredSeals(Path folder, Map<Long, String> texts) {

        public MirroredSeals {
            texts = new TreeMap<>(texts);
        }

        /**
         * Reads a folder of seals. A folder that is unreadable or empty is a problem, because the caller relies on it
         * as evidence.
         */
        public static MirroredSeals read(Path folder) {
            try {
                Map<Long, String> texts = new SealMirror(folder).texts();
                if (texts.isEmpty()) {
                    throw AuditProblems.noSeals(folder, "No file there is a seal.");
                }
                return new MirroredSeals(folder, texts);
            } catch (IOException e) {
                throw AuditProblems.noSeals(folder, "It cannot be read: " + e + ".").causedBy(e);
            }
        }
    }

    /** What a verification found to be intact; the next one can continue there. */
    record Verified(
            LogScan.Position scan, TreeRecomputation.Position tree, Set<Sha256Hash> seals) {}

    /** A report, and what of the log is intact; empty if the report is not good. */
    record Result(VerificationReport report, Optional<Verified> verified) {}

    /** Verifies the whole log and the structure of its database. Progress is reported in entries. */
    public static VerificationReport of(Database db, Evidence evidence, LongConsumer progress) {
        List<Finding> structure =
                ReadSnapshot.of(db, ReadSnapshot::structure).stream()
                        .limit(MAX_FINDINGS)
                        .map(wrong -> Finding.of(Harm.DAMAGED, damaged(wrong)))
                        .toList();
        VerificationReport report = verify(db, evidence, progress, Optional.empty()).report();
        return report.and(structure);
    }

    /**
     * Verifies the entries that the log has now. It reads in pages, because a database cannot discard old versions of
     * rows while a snapshot is open.
     *
     * @param before what was verified before; the entries up to there are read again only if a seal of them differs
     */
    static Result verify(
            Database db, Evidence evidence, LongConsumer progress, Optional<Verified> before) {
        Start start = ReadSnapshot.of(db, AuditVerifier::start);
        SealChain here = SealChain.of("the database", start.seals(), evidence.keys());
        here.beginsAtOne();
        Optional<SealChain> elsewhere =
                evidence.mirrored()
                        .map(
                                mirrored ->
                                        SealChain.of(
                                                mirrored.folder().toString(),
                                                mirrored.texts(),
                                                evidence.keys()));
        Optional<Verified> valid = before.filter(it -> isStillSealed(it, here, elsewhere));
        var tree = new TreeRecomputation(start.blocks());
        var scan = new LogScan(start.head(), tree);
        valid.ifPresent(it -> tree.continueAt(it.tree()));
        valid.ifPresent(it -> scan.continueAt(it.scan()));
        tree.claim(here);
        elsewhere.ifPresent(tree::claim);
        long from = valid.map(it -> it.tree().lastSeq()).orElse(Long.MIN_VALUE);
        scan(db, start, from, scan, progress);
        List<Finding> findings = findings(scan, tree);
        findings.addAll(here.findings());
        elsewhere.ifPresent(sealChain -> findings.addAll(sealChain.findings()));
        elsewhere.ifPresent(sealChain -> findings.addAll(compareWithMirror(here, sealChain)));
        var report =
                new VerificationReport(
                        scan.count(),
                        tree.agreed(),
                        here.sealing(),
                        elsewhere.map(SealChain::sealing),
                        findings);
        return new Result(
                report,
                Optional.of(new Verified(scan.position(), tree.position(), hashes(here, elsewhere)))
                        .filter(_ -> report.good()));
    }

    /** What is read at once: the head, and what must agree with it. */
    private record Start(
            JournalHead head,
            Map<Long, String> seals,
            Map<Long, MerkleBlock> blocks,
            List<StoredFact> beyond) {}

    private static Start start(ReadSnapshot snapshot) {
        Map<Long, MerkleBlock> blocks = new HashMap<>();
        snapshot.rows(AuditTables.BLOCKS, block -> blocks.put(block.number(), block));
        JournalHead head = snapshot.head();
        List<StoredFact> beyond = new ArrayList<>();
        snapshot.facts(head.seq(), PAGE_SIZE, beyond::add);
        return new Start(head, storedSeals(snapshot), blocks, beyond);
    }

    /** Every entry up to the head in pages, then those that were beyond the head at the start. */
    private static void scan(
            Database db, Start start, long from, LogScan scan, LongConsumer progress) {
        long head = start.head().seq();
        readPages(db, from, head, entry -> accept(entry, scan, progress));
        start.beyond().forEach(entry -> accept(entry, scan, progress));
        if (scan.lacksPrune()) {
            readPages(db, head, Long.MAX_VALUE, scan::acceptNewer);
        }
    }

    private static void accept(StoredFact entry, LogScan scan, LongConsumer progress) {
        scan.accept(entry, entry.computedHash());
        progress.accept(1);
    }

    private static void readPages(Database db, long from, long upTo, Consumer<StoredFact> each) {
        List<StoredFact> page = readPage(db, from);
        while (!page.isEmpty() && page.getFirst().seq() <= upTo) {
            page.stream().filter(entry -> entry.seq() <= upTo).forEach(each);
            page = readPage(db, page.getLast().seq());
        }
    }

    private static List<StoredFact> readPage(Database db, long after) {
        List<StoredFact> page = new ArrayList<>();
        return ReadSnapshot.of(
                db,
                snapshot -> {
                    snapshot.facts(after, PAGE_SIZE, page::add);
                    return page;
                });
    }

    private static List<Finding> findings(LogScan scan, TreeRecomputation tree) {
        List<Finding> findings = new ArrayList<>(scan.finish());
        List<Finding> ofTree = tree.finish();
        // If entries are missing, every later root differs too; those findings add nothing.
        if (findings.isEmpty() || !scan.shifted()) {
            findings.addAll(ofTree);
        }
        return findings;
    }

    /** Whether every seal of the verified entries is one that was compared with them. */
    private static boolean isStillSealed(
            Verified verified, SealChain here, Optional<SealChain> elsewhere) {
        return Stream.concat(Stream.of(here), elsewhere.stream())
                .flatMap(chain -> chain.seals().values().stream())
                .filter(seal -> seal.size() <= verified.tree().size())
                .allMatch(seal -> verified.seals().contains(seal.hash()));
    }

    private static Set<Sha256Hash> hashes(SealChain here, Optional<SealChain> elsewhere) {
        return Stream.concat(Stream.of(here), elsewhere.stream())
                .flatMap(chain -> chain.seals().values().stream())
                .map(Seal::hash)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String damaged(String wrong) {
        return "The database's structure is damaged: " + wrong + ".";
    }

    private static Map<Long, String> storedSeals(ReadSnapshot readSnapshot) {
        Map<Long, String> texts = new TreeMap<>();
        readSnapshot.rows(
                AuditTables.SEALS,
                // A row that contradicts its text counts as damaged.
                row ->
                        texts.put(
                                row.number(),
                                Seal.parse(row.note())
                                                .filter(seal -> seal.size() != row.size())
                                                .isPresent()
                                        ? ""
                                        : row.note()));
        return texts;
    }

    /**
     * The mirror is trusted: a seal that is only there was removed from the database, and one that differs was
     * rewritten.
     */
    private static List<Finding> compareWithMirror(SealChain here, SealChain elsewhere) {
        List<Finding> findings = new ArrayList<>();
        elsewhere
                .seals()
                .forEach(
                        (number, mirrored) -> {
                            Optional<Seal> stored = Optional.ofNullable(here.seals().get(number));
                            if (findings.size() < MAX_FINDINGS
                                    && stored.filter(mirrored::equals).isEmpty()) {
                                findings.add(
                                        Finding.of(
                                                Harm.UNSEALED,
                                                "Seal "
                                                        + number
                                                        + " in "
                                                        + elsewhere.place()
                                                        + (stored.isPresent()
                                                                ? " is another one than in the database."
                                                                : " is not in the database.")));
                            }
                        });
        return findings;
    }
}
