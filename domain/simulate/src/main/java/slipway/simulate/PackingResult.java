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
     * @param inPlace every pod stays where it was put
     * @param consolidated pods are moved together to make room for others
     */
    public record Run(long seed, Packing inPlace, Packing consolidated) {}

    /**
     * @param allocated the part of all accelerators given away when as much was asked for as there is
     * @param refused pods that found no place until then
     * @param moves pods that were moved until then
     * @param curve what was given away after each hundredth that was asked for, up to all there is and 30 more
     */
    public record Packing(double allocated, int refused, int moves, List<Double> curve) {

        public Packing {
            curve = List.copyOf(curve);
        }
    }

    /** The mean over the seeds. */
    public double mean(Function<Run, Packing> which) {
        return runs.stream().map(which).mapToDouble(Packing::allocated).average().orElse(0);
    }

    public double least(Function<Run, Packing> which) {
        return runs.stream().map(which).mapToDouble(Packing::allocated).min().orElse(0);
    }

    public double most(Function<Run, Packing> which) {
        return runs.stream().map(which).mapToDouble(Packing::allocated).max().orElse(0);
    }
}
