package slipway.bench.kit;

import java.io.IOException;

/** One thing that can be measured. */
public interface Bench {

    String name();

    /** One line for the list. */
    String summary();

    /** Measures, telling as it goes. At most five minutes on two cores, one when it is quick. */
    Result run(BenchContext place) throws IOException, InterruptedException;
}
