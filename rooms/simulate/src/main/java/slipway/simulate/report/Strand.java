package slipway.simulate.report;

import java.util.List;

/**
 * One line or area of a chart.
 *
 * @param tone the colour by its meaning: {@code used}, {@code queued}
 */
record Strand(String name, String tone, List<Double> values) {

    Strand {
        values = List.copyOf(values);
    }
}
