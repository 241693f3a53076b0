package slipway.plan.evaluation;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FitSource;
import slipway.plan.table.StatedValues;
import slipway.plan.training.GemmTables;

/** Predicts training on one H200 with eager PyTorch: peak memory, whether it fits, and step time. */
public final class SingleGpuModel {

    /** 90 % of the steps of unseen models were within this share of the estimate. */
    private static final double STEP_WITHIN = 0.076;

    /** The same for memory. */
    private static final double MEMORY_WITHIN = 0.02;

    private static final Ground GROUND =
            new Ground(Source.MEASURED, "66 measured steps on one H200, eager PyTorch");

    private final Set<FittedRun> fittedRuns =
            BundledTable.table("single_rows.tsv").stream()
                    .map(line -> FittedRun.of(new StatedValues(line.cells())))
                    .collect(Collectors.toSet());
    private final SingleMemory memory;
    private final SingleStep step;

    public SingleGpuModel() {
        this(FitSource.BUNDLED);
    }

    /**
     * @param fitSource the source of the coefficients
     */
    public SingleGpuModel(FitSource fitSource) {
        this.memory = new SingleMemory(fitSource);
        this.step = new SingleStep(fitSource, new GemmTables().eagerH200());
    }

    /** A run with its measured peak. */
    private record FittedRun(SingleRun run, String peak) {

        static FittedRun of(StatedValues statedValues) {
            // Parameters follow from the shape; not all tables count them.
            SingleRun run = SingleRun.of(statedValues).withParameters(0);
            return new FittedRun(run, statedValues.text("peak_mem_gib"));
        }
    }

    /** Whether the model was fitted to this very measurement. */
    public boolean wasFittedTo(StatedValues statedValues) {
        return fittedRuns.contains(FittedRun.of(statedValues));
    }

    /** The peak of the allocator. */
    public Estimate<Bytes> peak(SingleRun run) {
        double peak = memory.peak(run);
        return new Estimate<>(
                bytes(peak),
                bytes(peak / (1 + MEMORY_WITHIN)),
                bytes(peak / (1 - MEMORY_WITHIN)),
                List.of(GROUND));
    }

    public boolean fits(SingleRun run) {
        return memory.fits(run);
    }

    public Estimate<Duration> step(SingleRun run) {
        double seconds = step.seconds(run);
        return new Estimate<>(
                duration(seconds),
                duration(seconds / (1 + STEP_WITHIN)),
                duration(seconds / (1 - STEP_WITHIN)),
                List.of(GROUND));
    }

    private static Bytes bytes(double count) {
        return new Bytes(Math.round(count));
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
