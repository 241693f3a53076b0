package slipway.plan.evaluation;

import java.util.Optional;

/**
 * The outcome of one measured row.
 *
 * @param line of its file, from 1
 * @param source the source of the measurement, or the model where the table names no source
 */
public record RowOutcome(String file, int line, String source, Outcome outcome) {

    /** Compared, without target, or skipped. */
    public sealed interface Outcome {

        /**
         * The row was compared with the prediction.
         *
         * @param rate error of the token rate, or of the end-to-end latency of serving; empty where neither is measured
         * @param verdictRight whether the verdict, fits or does not fit, was right; empty where the table has none
         * @param latency errors of TTFT and TPOT; empty for training rows
         * @param assumed whether an input of the model had to be assumed
         * @param fitted whether the model was fitted to this very row
         */
        record Compared(
                Optional<Comparison> rate,
                Optional<Comparison> memory,
                Optional<Boolean> verdictRight,
                Optional<Latency> latency,
                boolean assumed,
                boolean fitted)
                implements Outcome {}

        /** The row has no measurement that can be compared. */
        record NoTarget() implements Outcome {}

        /**
         * @param reason why the row cannot be evaluated, without a full stop
         */
        record Skipped(String reason) implements Outcome {}
    }

    /**
     * The errors of latencies of a serving row.
     *
     * @param ttft error of the time to first token
     * @param tpot error of the time per output token
     * @param inDomain whether its accelerator and framework were measured often
     */
    public record Latency(Optional<Comparison> ttft, Optional<Comparison> tpot, boolean inDomain) {}

    /**
     * A prediction compared with a measurement.
     *
     * @param error predicted over measured, less 1
     * @param withinInterval whether the interval contains the measured value
     * @param halfWidth half width of the interval, relative to its value
     */
    public record Comparison(double error, boolean withinInterval, double halfWidth) {}
}
