package slipway.simulate;

import java.util.List;
import java.util.function.Function;

/**
 * The result of a packing study.
 *
 * @param capacity thousandths of accelerators in total
 * @param runs one for each seed
 */
public record PackingResult(int nodes, long capacity, List<Run> runs) {

    public PackingResult {
        runs = List.copyOf(runs);
    }

    /**
     * @param inPlace every pod stays on its node
     * @param consolidated pods are migrated to make room for others
     */
    public record Run(long seed, Packing inPlace, Packing consolidated) {}

    /**
     * @param allocated the part of all accelerators that is allocated when the requests equal the capacity
     * @param refused pods without a placement until then
     * @param moves migrations until then
     * @param curve the allocated part after each hundredth of the capacity that was requested, up to 130 %
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
