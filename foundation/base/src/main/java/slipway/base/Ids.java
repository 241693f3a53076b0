package slipway.base;

import java.math.BigInteger;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * A source of ids that sort by the time they were made: 48 bits of milliseconds, then 80 random bits, written as 26
 * letters and digits. The alphabet is Crockford's base 32 (no i, l, o, u) in lower case, because Kubernetes names and
 * some file systems know no other.
 *
 * <p>Every id is greater than the one before it from the same source. Within a millisecond, and while the clock
 * stands behind the last id because it jumped back, the next id is the last one plus a random step: still sorted,
 * still not to be guessed from its neighbour. Safe for use by many threads.
 */
public final class Ids {

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int LENGTH = 26;
    private static final int RANDOM_BITS = 80;
    private static final long LAST_MILLISECOND = (1L << 48) - 1;

    private final InstantSource clock;
    private final RandomGenerator random;
    private BigInteger last = BigInteger.ZERO;

    public Ids(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    public String next() {
        return written(nextNumber());
    }

    public WorkloadId workload() {
        return new WorkloadId(next());
    }

    /** The id under which one request is found in the logs. */
    public String request() {
        return "req-" + next();
    }

    private synchronized BigInteger nextNumber() {
        long now = clock.millis();
        if (now < 0 || now > LAST_MILLISECOND) {
            throw new IllegalStateException(
                    "The clock says %d ms, which no id can hold".formatted(now));
        }
        last = now > last.shiftRight(RANDOM_BITS).longValueExact() ? fresh(now) : last.add(step());
        return last;
    }

    private BigInteger fresh(long now) {
        return BigInteger.valueOf(now).shiftLeft(RANDOM_BITS).or(randomBits());
    }

    private BigInteger randomBits() {
        var bytes = new byte[RANDOM_BITS / 8];
        random.nextBytes(bytes);
        return new BigInteger(1, bytes);
    }

    /** From 1 to 2^32: some 2^48 ids fit into a millisecond before its bits run over into the next one. */
    private BigInteger step() {
        return BigInteger.valueOf(1 + (random.nextInt() & 0xffff_ffffL));
    }

    private static String written(BigInteger number) {
        var text = new char[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            int fiveBits = number.shiftRight(5 * (LENGTH - 1 - i)).intValue() & 31;
            text[i] = ALPHABET.charAt(fiveBits);
        }
        return new String(text);
    }
}
