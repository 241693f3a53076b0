package slipway.audit;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Problem;
import slipway.base.text.Format;

/**
 * The result of a verification of the whole log.
 *
 * @param entries number of entries
 * @param blocks number of complete blocks that match their entries
 * @param here the seals in the database
 * @param elsewhere the seals in the mirror, if it was read
 * @param findings the findings, the most specific first; empty if the log is intact
 */
public record VerificationReport(
        long entries,
        long blocks,
        Sealing here,
        Optional<Sealing> elsewhere,
        List<Finding> findings) {

    public VerificationReport {
        findings =
                findings.stream()
                        .sorted(
                                Comparator.comparing(Finding::harm)
                                        .thenComparingLong(Finding::last))
                        .toList();
    }

    /**
     * The seals of one location.
     *
     * @param place name of the location
     * @param seals number of seals
     * @param newest the newest readable seal
     * @param signedBy names of the keys that signed; empty if no key was given
     */
    public record Sealing(String place, long seals, Optional<Seal> newest, List<String> signedBy) {

        public Sealing {
            signedBy = List.copyOf(signedBy);
        }
    }

    /**
     * One finding.
     *
     * @param entries the affected entries, if they are known
     */
    public record Finding(Harm harm, Optional<Span> entries, String sentence) {

        /** About one entry. */
        static Finding at(Harm harm, long seq, String sentence) {
            return between(harm, seq, seq, sentence);
        }

        /** About at least one of several entries. */
        static Finding between(Harm harm, long first, long last, String sentence) {
            return new Finding(harm, Optional.of(new Span(first, last)), sentence);
        }

        /** About the log as a whole. */
        static Finding of(Harm harm, String sentence) {
            return new Finding(harm, Optional.empty(), sentence);
        }

        private long last() {
            return entries.map(Span::last).orElse(Long.MAX_VALUE);
        }
    }

    /** Entries by their numbers in the journal, both ends included. */
    public record Span(long first, long last) {

        private String describe() {
            return first == last
                    ? "entry " + first + " is the first that is wrong"
                    : "the first wrong entry is one of " + first + " to " + last;
        }
    }

    /** The kind of damage, the most specific first: a changed entry explains the findings that follow from it. */
    public enum Harm {
        /** The database itself is broken. */
        DAMAGED("damaged"),
        /** A field of an entry is not what was hashed. */
        CHANGED("changed"),
        /** Entries are in another order. */
        REORDERED("reordered"),
        /** An entry is missing in the middle. */
        DROPPED("dropped"),
        /** There are entries beyond the journal's head. */
        ADDED("added"),
        /** A body is missing without a recorded prune. */
        EMPTIED("emptied"),
        /** Entries and their hashes were rewritten. */
        REBUILT("written anew"),
        /** Entries are missing at the end. */
        TRUNCATED("cut off"),
        /** A seal or a block's row was changed or is missing. */
        UNSEALED("its seals were tampered with");

        private final String word;

        Harm(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** The same with further findings. */
    VerificationReport and(List<Finding> more) {
        return new VerificationReport(
                entries,
                blocks,
                here,
                elsewhere,
                Stream.concat(findings.stream(), more.stream()).toList());
    }

    public boolean good() {
        return findings.isEmpty();
    }

    /** The first changed entry, or the narrowest range that contains it. */
    public Optional<Span> firstDamaged() {
        return findings.stream()
                .min(Comparator.comparingLong(Finding::last))
                .flatMap(Finding::entries);
    }

    /** The findings as a problem; only for a report that is not good. */
    public Problem problem() {
        Finding first = findings.getFirst();
        String what =
                firstDamaged()
                        .map(span -> "The log is not what it was: " + span.describe() + ".")
                        .orElse("The log is not what it was, or its seals are not.");
        String more =
                findings.size() == 1
                        ? ""
                        : " And " + Format.count(findings.size() - 1L, "more finding") + ".";
        return new Problem(
                AuditProblems.ALTERED, what, first.sentence() + more, next(first.harm()));
    }

    private static String next(Harm harm) {
        String keep =
                "Stop the server and keep the data directory as it is, for study."
                        + " Then restore the newest backup from before it: slipway restore FILE";
        return switch (harm) {
            case DAMAGED, CHANGED, REORDERED, DROPPED, ADDED, EMPTIED, REBUILT -> keep;
            case TRUNCATED ->
                    "If an older backup was restored on purpose, begin a new folder for seals. If not: "
                            + keep;
            case UNSEALED ->
                    "Compare with the seals in the second place: slipway audit verify --seals DIR --key FILE";
        };
    }
}
