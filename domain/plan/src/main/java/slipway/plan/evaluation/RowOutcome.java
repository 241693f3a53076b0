package slipway.plan.evaluation;

import java.util.Optional;

/**
 * What came of one measured row.
 *
 * @param line of its file, from 1
 * @param source who measured it, or which model it is about where the table does not say
 */
public record RowOutcome(String file, int line, String source, Outcome outcome) {

    /** One of three things. */
    public sealed interface Outcome {

        /**
         * It was held against the model.
         *
         * @param rate of tokens, or of serving the whole answer; empty where neither is known
         * @param right whether the verdict, fits or does not, was; empty where the table has none
         * @param answer of serving, its parts; empty where the row is not about it
         * @param assumed whether something that the model needs had to be assumed
         * @param known whether the model was made from this very row
         */
        record Compared(
                Optional<Comparison> rate,
                Optional<Comparison> memory,
                Optional<Boolean> right,
                Optional<Answer> answer,
                boolean assumed,
                boolean known)
                implements Outcome {}

        /** Nothing was measured that could be compared. */
        record NoTarget() implements Outcome {}

        /**
         * @param reason why it cannot be evaluated, without a point
         */
        record Skipped(String reason) implements Outcome {}
    }

    /**
     * The parts of an answer that was served.
     *
     * @param first the time to its first token
     * @param each the time for every further one
     * @param inDomain whether its accelerator and framework were measured often
     */
    public record Answer(Optional<Comparison> first, Optional<Comparison> each, boolean inDomain) {}

    /**
     * A prediction beside what was measured.
     *
     * @param error predicted over measured, less 1
     * @param covered whether the interval holds what was measured
     * @param halfWidth half of the interval over its value
     */
    public record Comparison(double error, boolean covered, double halfWidth) {}
}
