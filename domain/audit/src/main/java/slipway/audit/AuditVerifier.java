package slipway.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import slipway.audit.VerificationReport.Finding;
import slipway.audit.VerificationReport.Harm;
import slipway.journal.sql.ReadSnapshot;

/**
 * Checks a whole log: against itself, against the seals that are kept with it, and against those in the second place.
 * It
 * reads the data raw and at one moment, beside a running server too, and trusts only the keys that it is given.
 */
public final class AuditVerifier {

    private static final int MAX_FINDINGS = 50;

    private AuditVerifier() {}

    /**
     * What a log is checked against beside itself.
     *
     * @param keys the public keys that are trusted; without any, signatures are not looked at
     * @param mirrored the seals of the second place, when there is one
     */
    public record Evidence(List<SealKey> keys, Optional<MirroredSeals> mirrored) {

        public Evidence {
            keys = List.copyOf(keys);
        }
    }

    /** The texts of the seals in a folder, by number. */
    public record MirroredSeals(Path folder, Map<Long, String> texts) {

        public MirroredSeals {
            texts = new TreeMap<>(texts);
        }

        /**
         * Reads a folder of seals. One that cannot be read, or has none, is a problem: it was meant to prove
         * something.
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

    /** Progress is told in entries. */
    public static VerificationReport of(
            ReadSnapshot readSnapshot, Evidence evidence, LongConsumer progress) {
        SealChain here = SealChain.of("the database", storedSeals(readSnapshot), evidence.keys());
        here.beginsAtOne();
        Optional<SealChain> elsewhere =
                evidence.mirrored()
                        .map(
                                mirrored ->
                                        SealChain.of(
                                                mirrored.folder().toString(),
                                                mirrored.texts(),
                                                evidence.keys()));
        Map<Long, MerkleBlock> blocks = new HashMap<>();
        readSnapshot.rows(
                AuditTables.BLOCKS, merkleBlock -> blocks.put(merkleBlock.number(), merkleBlock));
        var treeRecomputation = new TreeRecomputation(blocks);
        treeRecomputation.claim(here);
        elsewhere.ifPresent(treeRecomputation::claim);
        var logScan = new LogScan(readSnapshot.head(), treeRecomputation);
        readSnapshot.facts(
                entry -> {
                    logScan.accept(entry, entry.computedHash());
                    progress.accept(1);
                });
        List<Finding> findings = new ArrayList<>(logScan.finish());
        readSnapshot.structure().stream()
                .limit(MAX_FINDINGS)
                .forEach(wrong -> findings.add(Finding.of(Harm.DAMAGED, damaged(wrong))));
        List<Finding> ofTree = treeRecomputation.finish();
        // When entries are missing every root after them is another one: that says nothing more.
        if (findings.isEmpty() || !logScan.shifted()) {
            findings.addAll(ofTree);
        }
        findings.addAll(here.findings());
        elsewhere.ifPresent(sealChain -> findings.addAll(sealChain.findings()));
        elsewhere.ifPresent(sealChain -> findings.addAll(compareWithMirror(here, sealChain)));
        return new VerificationReport(
                logScan.count(),
                treeRecomputation.agreed(),
                here.sealing(),
                elsewhere.map(SealChain::sealing),
                findings);
    }

    private static String damaged(String wrong) {
        return "The database's structure is damaged: " + wrong + ".";
    }

    private static Map<Long, String> storedSeals(ReadSnapshot readSnapshot) {
        Map<Long, String> texts = new TreeMap<>();
        readSnapshot.rows(
                AuditTables.SEALS,
                // A row that contradicts its own text is as good as damaged.
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
     * The second place is believed: what is there and not here was taken away here, and what differs was written anew.
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
