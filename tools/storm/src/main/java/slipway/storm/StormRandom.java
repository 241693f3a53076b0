package slipway.storm;

import java.util.List;
import java.util.SplittableRandom;

/** The source of every choice of a run. The same seed makes the same choices. */
public final class StormRandom {

    private final SplittableRandom random;

    public StormRandom(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** From 0 to {@code bound}, exclusive. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** True with this probability per thousand. */
    public boolean chance(int perThousand) {
        return perThousand > 0 && random.nextInt(1_000) < perThousand;
    }

    public <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
