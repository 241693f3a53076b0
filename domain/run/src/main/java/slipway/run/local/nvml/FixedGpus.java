package slipway.run.local.nvml;

import java.util.List;
import slipway.run.engine.UsageSample;

/** A fixed list of cards: none, or those of a test. */
record FixedGpus(List<GpuDriver.Card> all) implements GpuDriver {

    FixedGpus {
        all = List.copyOf(all);
    }

    @Override
    public List<UsageSample.Gpu> read() {
        return List.of();
    }

    @Override
    public String describe() {
        return "no accelerators";
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}
