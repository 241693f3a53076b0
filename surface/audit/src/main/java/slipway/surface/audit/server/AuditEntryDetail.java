package slipway.surface.audit.server;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.audit.EntryProof;
import slipway.audit.InclusionProof;
import slipway.audit.Sha256Hash;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;

/**
 * An entry in full with its proof.
 *
 * @param close the address of the page without this entry
 */
public record AuditEntryDetail(
        EventItem row, List<EventDetail> details, Proof proof, String close) {

    public AuditEntryDetail {
        details = List.copyOf(details);
    }

    /** The state of an entry's proof. */
    public sealed interface Proof {

        /**
         * The proof was computed for this page and leads to the signed root.
         *
         * @param sentence the entry's number, the log's size and the seal
         * @param root the computed root, equal to the signed one
         */
        record Valid(String sentence, ProofDiagram steps, String leaf, String root, String signed)
                implements Proof {}

        /** The entry is newer than the last seal. */
        record Pending(String sentence) implements Proof {}

        /** The proof does not lead to the signed root. */
        record Invalid(String what, String why, String next) implements Proof {}
    }

    /** What the log returns for an entry: a proof, or the reason why there is none. */
    sealed interface ProofResult {
        record Proven(EntryProof proof) implements ProofResult {}

        record NotSealed(Optional<Instant> expectedAt) implements ProofResult {}

        record Failed(Problem problem) implements ProofResult {}
    }

    static AuditEntryDetail of(Event entry, ProofResult result, String close, TimeFormat times) {
        return new AuditEntryDetail(
                EventItem.of(entry, times),
                EventDetail.of(entry, times),
                proof(result, times),
                close);
    }

    private static Proof proof(ProofResult result, TimeFormat times) {
        return switch (result) {
            case ProofResult.Proven(var proof) -> valid(proof);
            case ProofResult.NotSealed(var expectedAt) ->
                    new Proof.Pending(
                            expectedAt
                                    .map(at -> AuditFigures.notPast(at, times))
                                    .map(at -> "Not sealed yet. Next seal: about " + times.time(at))
                                    .orElse("Not sealed yet. No seal exists."));
            case ProofResult.Failed(var problem) ->
                    new Proof.Invalid(problem.what(), problem.why(), problem.next());
        };
    }

    private static Proof valid(EntryProof proof) {
        InclusionProof inclusion = proof.inclusion();
        ProofDiagram diagram = ProofDiagram.of(inclusion.steps().orElseThrow());
        String root = inclusion.root(proof.leaf()).map(Sha256Hash::hex).orElseThrow();
        return new Proof.Valid(
                sentence(proof), diagram, proof.leaf().hex(), root, proof.seal().root().hex());
    }

    /** The number of an entry counts samples too, the index of its leaf does not. */
    private static String sentence(EntryProof proof) {
        long leaf = proof.inclusion().index() + 1;
        String of = " of " + Format.count(proof.inclusion().size());
        String entry = "Entry " + Format.count(proof.entry().seq());
        return entry
                + (leaf == proof.entry().seq() ? of : ", leaf " + Format.count(leaf) + of)
                + ", verified against seal "
                + Format.count(proof.seal().number());
    }

    /** Describes the proof in words. */
    public static String description(ProofDiagram diagram) {
        return diagram.size() == 0
                ? "The entry is the only one: its hash is the signed root."
                : Format.count(diagram.size(), "hash leads", "hashes lead")
                        + " from the entry to the signed root.";
    }
}
