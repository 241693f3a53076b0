package slipway.plan.acceptance;

import java.time.Duration;
import slipway.base.Bytes;
import slipway.base.text.Format;

/** Formats figures for people. */
final class FigureText {

    private static final double GIGA = 1e9;
    private static final double TERA = 1e12;
    private static final int BITS = 8;

    private FigureText() {}

    /** {@code 712 TFLOP/s}, {@code 3.2 TB/s}, {@code 391 Gb/s}, {@code 35.1 µs}. */
    static String format(MeasuredFigure.Kind kind, double value) {
        return switch (kind) {
            case MATMUL ->
                    value < TERA
                            ? rounded(value / GIGA) + " GFLOP/s"
                            : rounded(value / TERA) + " TFLOP/s";
            case NETWORK -> rounded(value * BITS / GIGA) + " Gb/s";
            case ROUND_TRIP -> rounded(value * 1e6) + " µs";
            case MEMORY, READ, WRITE, ALL_REDUCE ->
                    Format.bytes(new Bytes(Math.round(value))) + "/s";
        };
    }

    /** Rounds to three digits: a measurement has no more. */
    private static String rounded(double value) {
        return value >= 100 ? Format.count(Math.round(value)) : Format.number(value);
    }

    static String duration(Duration measured) {
        return Format.duration(Duration.ofSeconds(Math.max(1, measured.toSeconds())));
    }
}
