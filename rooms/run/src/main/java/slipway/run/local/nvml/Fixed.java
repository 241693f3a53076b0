package slipway.run.local.nvml;

import java.util.List;
import slipway.run.engine.Sampled;

/** Cards that are only said to be there: none, or those of a test. */
record Fixed(List<Cards.Card> all) implements Cards {

    Fixed {
        all = List.copyOf(all);
    }

    @Override
    public List<Sampled.Gpu> read() {
        return List.of();
    }

    @Override
    public String words() {
        return "no accelerators";
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}
