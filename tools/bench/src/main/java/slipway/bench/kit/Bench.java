package slipway.bench.kit;

import java.io.IOException;

/** One benchmark. */
public interface Bench {

    String name();

    /** One line for the list. */
    String summary();

    /** Measures and prints its progress. It takes at most five minutes on two cores, one in the quick form. */
    Result run(BenchContext place) throws IOException, InterruptedException;
}
