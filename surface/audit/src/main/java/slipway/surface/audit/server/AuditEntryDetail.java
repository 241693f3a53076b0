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
 * One entry in full, with how it is proved.
 *
 * @param close where the page is without it
 */
public record AuditEntryDetail(
        EventItem row, List<EventDetail> details, Proof proof, String close) {

    public AuditEntryDetail {
        details = List.copyOf(details);
    }

    /** How an entry stands to the signed root. */
    public sealed interface Proof {

        /**
         * The way was walked for this page and leads to the root that was signed.
         *
         * @param sentence which entry, of how many, against which seal
         * @param root where the way leads, which is what was signed
         */
        record Holds(String sentence, ProofDiagram steps, String leaf, String root, String signed)
                implements Proof {}

        /** It is newer than the last seal. */
        record Waits(String sentence) implements Proof {}

        /** It does not lead there. */
        record Broken(String what, String why, String next) implements Proof {}
    }

    /** What the log says about an entry: a proof, or why there is none. */
    sealed interface Evidence {
        record Given(EntryProof proof) implements Evidence {}

        record NotYet(Optional<Instant> about) implements Evidence {}

        record Wrong(Problem problem) implements Evidence {}
    }

    static AuditEntryDetail of(
            Event entry, Evidence evidence, String close, TimeFormat timeFormat) {
        return new AuditEntryDetail(
                EventItem.of(entry, timeFormat),
                EventDetail.of(entry, timeFormat),
                proof(evidence, timeFormat),
                close);
    }

    private static Proof proof(Evidence evidence, TimeFormat timeFormat) {
        return switch (evidence) {
            case Evidence.Given(var proof) -> holds(proof);
            case Evidence.NotYet(var about) ->
                    new Proof.Waits(
                            about.map(at -> AuditFigures.notPast(at, timeFormat))
                                    .map(
                                            at ->
                                                    "Waits for the next seal, about "
                                                            + timeFormat.time(at))
                                    .orElse("Waits for the first seal"));
            case Evidence.Wrong(var problem) ->
                    new Proof.Broken(problem.what(), problem.why(), problem.next());
        };
    }

    private static Proof holds(EntryProof proof) {
        InclusionProof way = proof.inclusion();
        ProofDiagram proofDiagram = ProofDiagram.of(way.steps().orElseThrow());
        String root = way.root(proof.leaf()).map(Sha256Hash::hex).orElseThrow();
        return new Proof.Holds(
                sentence(proof), proofDiagram, proof.leaf().hex(), root, proof.seal().root().hex());
    }

    /** An entry's number counts samples too, its place in the tree does not. */
    private static String sentence(EntryProof proof) {
        long place = proof.inclusion().index() + 1;
        String of = " of " + Format.count(proof.inclusion().size());
        String entry = "Entry " + Format.count(proof.entry().seq());
        return entry
                + (place == proof.entry().seq() ? of : ", leaf " + Format.count(place) + of)
                + ", verified against seal "
                + Format.count(proof.seal().number());
    }

    /** How the hashes lead to the root, in words. */
    public static String way(ProofDiagram proofDiagram) {
        return proofDiagram.size() == 0
                ? "It is alone: its own hash is the signed root."
                : Format.count(proofDiagram.size(), "hash leads", "hashes lead")
                        + " from the entry to the signed root.";
    }
}
