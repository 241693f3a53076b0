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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.sql.Database;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.ReadSnapshot;
import slipway.journal.table.RowChange;

/**
 * The front door: the audit log of a running server. It follows the journal, seals what is there from time to time, and
 * proves any entry against the newest seal.
 */
public final class Audit {

    /** Its tables. */
    public static final ModuleSchema SCHEMA = new ModuleSchema("audit", 1);

    /** Seals are made when something changed, and at most this often by themselves. */
    public static final Duration SEAL_INTERVAL = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

    private final Journal journal;
    private final AuditSource auditSource;
    private final MerkleTree merkleTree;
    private final Seals seals;
    private final Sealer sealer;
    private final Optional<SealExport> export;
    private final Executor mirrorExecutor;
    private Optional<CompletableFuture<Seal>> sealInProgress = Optional.empty();
    private volatile Optional<Verification> verify = Optional.empty();
    private volatile Optional<Problem> sealProblem = Optional.empty();

    private Audit(Journal journal, Sealer sealer, Optional<Path> mirror, Executor outside) {
        this.journal = journal;
        this.auditSource = AuditSource.of(journal);
        this.merkleTree = MerkleTree.read(auditSource);
        this.seals = Seals.read(auditSource);
        this.sealer = sealer;
        this.export = mirror.map(folder -> new SealExport(new SealMirror(folder), seals));
        this.mirrorExecutor = outside;
    }

    /**
     * Opens the audit log and lets it follow the journal.
     *
     * @param keys an Ed25519 pair
     * @param mirror the second place, a folder that is there already
     * @param outside who writes to the second place; such a folder may hang, so a thread of its own
     */
    public static Audit open(
            Journal journal, KeyPair keys, Optional<Path> mirror, Executor outside) {
        var audit = new Audit(journal, new Sealer(keys), mirror, outside);
        journal.follow(new TreeUpdater(audit.merkleTree));
        audit.mirrorSeals();
        return audit;
    }

    /**
     * How the log stands.
     *
     * @param entries all there are
     * @param unsealed those newer than the last seal
     * @param problem why the log could not be sealed the last time it was tried
     */
    public record State(
            long entries,
            long unsealed,
            Sealed sealed,
            Optional<Mirror> mirror,
            Optional<Verification> verification,
            Optional<Problem> problem) {}

    /** The newest seal and the one before it, which it was found to follow. */
    public record Sealed(Optional<Seal> last, Optional<Seal> before) {

        /** Entries that the newest seal added. */
        public long added() {
            return last.map(Seal::size).orElse(0L) - before.map(Seal::size).orElse(0L);
        }
    }

    /**
     * The second place.
     *
     * @param seals how many are there
     * @param newest time of the newest that is there
     */
    public record Mirror(
            Path folder, long seals, Optional<Instant> newest, Optional<String> problem) {}

    /** The last check of the whole log. */
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

    /** The public half of the key that signs. */
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

    /** How many leaves the tree has. */
    public long size() {
        merkleTree.catchUp(journal.factCount());
        return merkleTree.size();
    }

    /** The root that the tree had when it had this many leaves. */
    public Sha256Hash root(long size) {
        requireTree(0 <= size && size <= size(), size, size);
        return MerkleProofs.root(size, merkleTree.nodes());
    }

    /** The entry of this number; a problem where no fact has it. */
    public Event entry(long seq) {
        return EntryProof.entry(auditSource, seq);
    }

    /** Everything needed to believe an entry, against the newest seal. */
    public EntryProof prove(long seq) {
        Seal last = seals.last().orElseThrow(() -> AuditProblems.notSealed(seq));
        merkleTree.growTo(last.size());
        return EntryProof.of(auditSource, merkleTree, last, seq);
    }

    /** The path from a leaf to the root of the tree of this size. */
    public InclusionProof inclusion(long leaf, long size) {
        requireTree(0 <= leaf && leaf < size && size <= size(), leaf, size);
        return MerkleProofs.inclusion(leaf, size, merkleTree.nodes());
    }

    /** That the tree of one size grew into that of another. */
    public ConsistencyProof consistency(long from, long to) {
        requireTree(0 <= from && from <= to && to <= size(), from, to);
        return MerkleProofs.consistency(from, to, merkleTree.nodes());
    }

    private void requireTree(boolean possible, long from, long to) {
        if (!possible) {
            throw AuditProblems.noSuchTree(from, to, merkleTree.size());
        }
    }

    /** Seals now, unless the newest seal covers everything already. Returns when the seal is durable. */
    public Seal seal() {
        Seal sealed = Journal.await(sealAsync());
        mirrorSeals();
        return sealed;
    }

    /** What is to be done every minute or so: seals when it is time, and brings seals to the second place. */
    public void sealIfDue(Instant now) {
        boolean due =
                seals.last().map(last -> !now.isBefore(last.at().plus(SEAL_INTERVAL))).orElse(true);
        if (due && state().unsealed() > 0) {
            try {
                seal();
            } catch (Problem problem) {
                LOG.warn("{}", problem.getMessage());
            }
        }
        mirrorSeals();
    }

    private void mirrorSeals() {
        export.ifPresent(to -> mirrorExecutor.execute(to::copyMissing));
    }

    /** The same as {@link #seal}, without waiting and without the second place. Two who ask at once get one seal. */
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
            Seal next = sealer.seal(last, size, rootAfter(last, size), journal.now());
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

    /** The root of the tree, once it is shown to hold all that the last seal covers. */
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

    /** Checks the whole log against itself, its seals and the second place, and remembers what was found. */
    public Verification verify(Database database) {
        Instant began = journal.now();
        var evidence =
                new AuditVerifier.Evidence(List.of(key()), export.flatMap(Audit::mirroredSeals));
        VerificationReport verificationReport =
                ReadSnapshot.of(
                        database,
                        readSnapshot -> AuditVerifier.of(readSnapshot, evidence, _ -> {}));
        Instant now = journal.now();
        var found = new Verification(now, Duration.between(began, now), verificationReport);
        verify = Optional.of(found);
        return found;
    }

    /** A second place that does not answer now was told as trouble already; the rest can be checked all the same. */
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
