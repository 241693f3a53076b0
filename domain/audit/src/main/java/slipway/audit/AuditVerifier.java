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
 * Verifies a whole log: against its Merkle tree, against the seals in the database, and against those in the mirror. It
 * reads the raw data in one consistent snapshot, also while a server runs, and trusts only the given keys.
 */
public final class AuditVerifier {

    private static final int MAX_FINDINGS = 50;

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

    /** Verifies the snapshot. Progress is reported in entries. */
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
        // If entries are missing, every later root differs too; those findings add nothing.
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
