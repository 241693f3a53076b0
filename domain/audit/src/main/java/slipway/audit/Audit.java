package slipway.audit;

import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.sql.Database;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.table.RowChange;

/**
 * The audit log of a running server. It follows the journal, signs seals periodically, and proves any entry against the
 * newest seal.
 */
public final class Audit {

    /** The tables of this module. */
    public static final ModuleSchema SCHEMA = new ModuleSchema("audit", 2);

    /** The minimum interval between automatic seals; without new entries there is no new seal. */
    public static final Duration SEAL_INTERVAL = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

    private final Journal journal;
    private final MerkleTree merkleTree;
    private final Seals seals;
    private final Sealer sealer;
    private final Optional<SealExport> export;
    private final Executor mirrorExecutor;
    private Optional<CompletableFuture<Seal>> sealInProgress = Optional.empty();
    private volatile Optional<Verification> verify = Optional.empty();
    private volatile Optional<AuditVerifier.Verified> verified = Optional.empty();
    private volatile Optional<Instant> lastSealed = Optional.empty();
    private volatile Optional<Problem> sealProblem = Optional.empty();

    private Audit(Journal journal, Sealer sealer, Optional<Path> mirror, Executor outside) {
        this.journal = journal;
        this.merkleTree = MerkleTree.read(journal);
        this.seals = Seals.read(journal);
        this.sealer = sealer;
        this.export = mirror.map(folder -> new SealExport(new SealMirror(folder), seals));
        this.mirrorExecutor = outside;
    }

    /**
     * Opens the audit log and starts its reader of the journal.
     *
     * @param keys an Ed25519 pair
     * @param mirror the mirror of the seals, an existing folder
     * @param outside writes to the mirror; a separate thread, because a network folder may hang
     */
    public static Audit open(
            Journal journal, KeyPair keys, Optional<Path> mirror, Executor outside) {
        var audit = new Audit(journal, new Sealer(keys), mirror, outside);
        journal.follow(new TreeUpdater(audit.merkleTree));
        audit.mirrorSeals();
        return audit;
    }

    /**
     * The state of the log.
     *
     * @param entries number of entries
     * @param unsealed number of entries newer than the last seal
     * @param problem why the last attempt to seal failed
     */
    public record State(
            long entries,
            long unsealed,
            Sealed sealed,
            Optional<Mirror> mirror,
            Optional<Verification> verification,
            Optional<Problem> problem) {}

    /** The newest seal and the previous one, from which it was proved to follow. */
    public record Sealed(Optional<Seal> last, Optional<Seal> before) {

        /** Number of entries that the newest seal added. */
        public long added() {
            return last.map(Seal::size).orElse(0L) - before.map(Seal::size).orElse(0L);
        }
    }

    /**
     * The mirror of the seals.
     *
     * @param seals number of seals in it
     * @param newest time of the newest seal in it
     */
    public record Mirror(
            Path folder, long seals, Optional<Instant> newest, Optional<String> problem) {}

    /** The last verification of the whole log. */
    public record Verification(Instant at, Duration took, VerificationReport report) {}

    public State state() {
        long entries = journal.factCount();
        Optional<Seal> last = seals.last();
        return new State(
                entries,
                Math.max(0, entries - last.map(Seal::size).orElse(0L)),
                new Sealed(last, seals.beforeLast()),
                export.map(SealExport::state),
                verify,
                sealProblem);
    }

    /** The public key of the seals. */
    public SealKey key() {
        return sealer.key();
    }

    /** Seals with a number below this one, newest first. */
    public List<Seal> seals(long before, int limit) {
        return seals.before(before, limit);
    }

    public Optional<Seal> seal(long number) {
        return seals(number + 1, 1).stream().filter(seal -> seal.number() == number).findFirst();
    }

    /** The number of leaves of the tree. */
    public long size() {
        merkleTree.catchUp(journal.factCount());
        return merkleTree.size();
    }

    /** The root of the tree at this size. */
    public Sha256Hash root(long size) {
        requireTree(0 <= size && size <= size(), size, size);
        return MerkleProofs.root(size, merkleTree.nodes());
    }

    /** The entry with this number; a problem if no fact has it. */
    public Event entry(long seq) {
        return EntryProof.entry(journal, seq);
    }

    /** The inclusion proof of an entry against the newest seal. */
    public EntryProof prove(long seq) {
        Seal last = seals.last().orElseThrow(() -> AuditProblems.notSealed(seq));
        merkleTree.growTo(last.size());
        return EntryProof.of(journal, merkleTree, last, seq);
    }

    /** The inclusion proof of a leaf in the tree of this size. */
    public InclusionProof inclusion(long leaf, long size) {
        requireTree(0 <= leaf && leaf < size && size <= size(), leaf, size);
        return MerkleProofs.inclusion(leaf, size, merkleTree.nodes());
    }

    /** The consistency proof between two sizes of the tree. */
    public ConsistencyProof consistency(long from, long to) {
        requireTree(0 <= from && from <= to && to <= size(), from, to);
        return MerkleProofs.consistency(from, to, merkleTree.nodes());
    }

    private void requireTree(boolean possible, long from, long to) {
        if (!possible) {
            throw AuditProblems.noSuchTree(from, to, merkleTree.size());
        }
    }

    /** Seals now, unless the newest seal covers all entries. Returns when the seal is durable. */
    public Seal seal() {
        Seal sealed = Journal.await(sealAsync());
        mirrorSeals();
        return sealed;
    }

    /** Called about every minute: seals if a seal is due, and copies seals to the mirror. */
    public void sealIfDue(Instant now) {
        boolean due =
                lastSealed
                        .or(() -> seals.last().map(Seal::at))
                        .map(last -> isDue(last, now))
                        .orElse(true);
        if (due && state().unsealed() > 0) {
            try {
                seal();
            } catch (Problem problem) {
                LOG.warn("{}", problem.getMessage());
            }
        }
        mirrorSeals();
    }

    /** A time in the future does not delay the next seal: the clock was set back. */
    private static boolean isDue(Instant last, Instant now) {
        return Duration.between(last, now).abs().compareTo(SEAL_INTERVAL) >= 0;
    }

    private void mirrorSeals() {
        export.ifPresent(to -> mirrorExecutor.execute(to::copyMissing));
    }

    /** The same as {@link #seal}, without waiting and without the mirror. Concurrent callers get the same seal. */
    public synchronized CompletableFuture<Seal> sealAsync() {
        if (sealInProgress.filter(sealing -> !sealing.isDone()).isEmpty()) {
            sealInProgress = Optional.of(recordingProblem(sealTree()));
        }
        return sealInProgress.get();
    }

    private CompletableFuture<Seal> sealTree() {
        try {
            merkleTree.catchUp(journal.factCount());
            Optional<Seal> last = seals.last();
            long size = merkleTree.size();
            if (last.isPresent() && last.get().size() == size) {
                return CompletableFuture.completedFuture(last.get());
            }
            Instant now = journal.now();
            lastSealed = Optional.of(now);
            Instant at = last.map(Seal::at).filter(before -> before.isAfter(now)).orElse(now);
            Seal next = sealer.seal(last, size, rootAfter(last, size), at);
            var row = new RowChange.Put<>(AuditTables.SEALS, AuditTables.SealRow.of(next));
            return journal.send(Commit.of(List.of(), List.of(row))).thenApply(_ -> remember(next));
        } catch (Problem problem) {
            return CompletableFuture.failedFuture(problem);
        }
    }

    private Seal remember(Seal seal) {
        seals.add(seal);
        return seal;
    }

    /** The root of the tree, after a consistency proof from the last seal. */
    private Sha256Hash rootAfter(Optional<Seal> last, long size) {
        MerkleProofs.Nodes nodes = merkleTree.nodes();
        Sha256Hash root = MerkleProofs.root(size, nodes);
        if (last.isPresent()) {
            boolean shrunk = last.get().size() > size;
            if (shrunk
                    || !MerkleProofs.consistency(last.get().size(), size, nodes)
                            .holds(last.get().root(), root)) {
                throw AuditProblems.notFollowing(last.get());
            }
        }
        return root;
    }

    private CompletableFuture<Seal> recordingProblem(CompletableFuture<Seal> sealing) {
        return sealing.whenComplete(
                (_, thrown) -> sealProblem = Optional.ofNullable(thrown).flatMap(Audit::problem));
    }

    private static Optional<Problem> problem(Throwable thrown) {
        Throwable why =
                thrown instanceof CompletionException wrapped && wrapped.getCause() != null
                        ? wrapped.getCause()
                        : thrown;
        return why instanceof Problem problem ? Optional.of(problem) : Optional.empty();
    }

    /** Verifies the whole log against its tree, its seals and the mirror, and remembers the result. */
    public Verification verify(Database database) {
        return verify(database, Optional.empty(), _ -> {});
    }

    /**
     * The same.
     *
     * @param progress counts entries; what it throws ends the verification
     */
    public Verification verify(Database database, LongConsumer progress) {
        return verify(database, Optional.empty(), progress);
    }

    /** Verifies what is new since the last good verification, with all seals. */
    public Verification verifyNew(Database database) {
        return verify(database, verified, _ -> {});
    }

    private Verification verify(
            Database database, Optional<AuditVerifier.Verified> before, LongConsumer progress) {
        Instant began = journal.now();
        var evidence =
                new AuditVerifier.Evidence(List.of(key()), export.flatMap(Audit::mirroredSeals));
        AuditVerifier.Result result = AuditVerifier.verify(database, evidence, progress, before);
        Instant now = journal.now();
        var found = new Verification(now, journal.clock().elapsedSince(began), result.report());
        verified = result.verified();
        verify = Optional.of(found);
        return found;
    }

    /** A mirror that cannot be read is reported in its state; the rest is verified without it. */
    private static Optional<AuditVerifier.MirroredSeals> mirroredSeals(SealExport sealExport) {
        try {
            return sealExport.state().seals() == 0
                    ? Optional.empty()
                    : Optional.of(AuditVerifier.MirroredSeals.read(sealExport.state().folder()));
        } catch (Problem problem) {
            LOG.warn("{}", problem.getMessage());
            return Optional.empty();
        }
    }
}
