package slipway.simulate;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Random numbers from a seed, by one algorithm that does not change with the JDK. */
final class SeededRandom {

    private static final RandomGeneratorFactory<RandomGenerator> ALGORITHM =
            RandomGeneratorFactory.of("L64X128MixRandom");

    private SeededRandom() {}

    static RandomGenerator of(long seed) {
        return ALGORITHM.create(seed);
    }
}
