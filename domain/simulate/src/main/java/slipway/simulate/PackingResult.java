package slipway.simulate;

import java.util.List;
import java.util.function.Function;

/**
 * What came of packing.
 *
 * @param capacity thousandths of accelerators there are
 * @param runs one for each seed
 */
public record PackingResult(int nodes, long capacity, List<Run> runs) {

    public PackingResult {
        runs = List.copyOf(runs);
    }

    /**
     * @param still every pod stays where it was put
     * @param moved pods are moved together to make room for others
     */
    public record Run(long seed, Filling still, Filling moved) {}

    /**
     * @param allocated the part of all accelerators given away when as much was asked for as there is
     * @param refused pods that found no place until then
     * @param moves pods that were moved until then
     * @param curve what was given away after each hundredth that was asked for, up to all there is and 30 more
     */
    public record Filling(double allocated, int refused, int moves, List<Double> curve) {

        public Filling {
            curve = List.copyOf(curve);
        }
    }

    /** The mean over the seeds. */
    public double mean(Function<Run, Filling> which) {
        return runs.stream().map(which).mapToDouble(Filling::allocated).average().orElse(0);
    }

    public double least(Function<Run, Filling> which) {
        return runs.stream().map(which).mapToDouble(Filling::allocated).min().orElse(0);
    }

    public double most(Function<Run, Filling> which) {
        return runs.stream().map(which).mapToDouble(Filling::allocated).max().orElse(0);
    }
}
