package slipway.simulate.report;

import java.util.List;

/**
 * One line or area of a chart.
 *
 * @param tone its color by meaning: {@code used}, {@code queued}
 */
record ChartLine(String name, String tone, List<Double> values) {

    ChartLine {
        values = List.copyOf(values);
    }
}
