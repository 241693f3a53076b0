package slipway.base;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Generates ids that sort by creation time (ULID): 48 bits of milliseconds, then 80 random bits, written as 26
 * letters and digits. The alphabet is Crockford's base 32 (no i, l, o, u) in lower case, because Kubernetes names and
 * some file systems know no other.
 *
 * <p>Every id is greater than the one before it from the same source. Within a millisecond, and while the clock is
 * behind the last id because it jumped back, the next id is the last one plus a random step: still sorted,
 * still not predictable from its neighbor. Thread-safe.
 */
public final class IdGenerator {

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int LENGTH = 26;
    private static final int RANDOM_BITS = 80;
    private static final int UPPER_RANDOM_BITS = RANDOM_BITS - Long.SIZE;
    private static final long LAST_MILLISECOND = (1L << 48) - 1;

    private final InstantSource clock;
    private final RandomGenerator random;

    // Not a monitor: a virtual thread that waits for one is woken by way of another thread of the
    // machine, and on a busy machine that takes milliseconds.
    private final ReentrantLock lock = new ReentrantLock();

    // The last id as one number of 128 bits: milliseconds and 16 random bits, then 64 random bits.
    // Two longs and not a BigInteger, because every request has an id.
    private long upper;
    private long lower;

    public IdGenerator(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    public String next() {
        lock.lock();
        try {
            advance();
            return encode(upper, lower);
        } finally {
            lock.unlock();
        }
    }

    private void advance() {
        long now = clock.millis();
        if (now < 0 || now > LAST_MILLISECOND) {
            throw new IllegalStateException(
                    "The clock reads %d ms, which does not fit into an id".formatted(now));
        }
        if (now > (upper >>> UPPER_RANDOM_BITS)) {
            drawRandomBits(now);
        } else {
            addRandomStep();
        }
    }

    public WorkloadId nextWorkloadId() {
        return new WorkloadId(next());
    }

    /** The id under which one request is found in the logs. */
    public String nextRequestId() {
        return "req-" + next();
    }

    private void drawRandomBits(long now) {
        var bytes = new byte[RANDOM_BITS / 8];
        random.nextBytes(bytes);
        ByteBuffer drawn = ByteBuffer.wrap(bytes);
        upper = (now << UPPER_RANDOM_BITS) | (drawn.getShort() & 0xffffL);
        lower = drawn.getLong();
    }

    /** From 1 to 2^32: some 2^48 ids fit into a millisecond before its bits run over into the next one. */
    private void addRandomStep() {
        long before = lower;
        lower += 1 + (random.nextInt() & 0xffff_ffffL);
        if (Long.compareUnsigned(lower, before) < 0) {
            upper++;
        }
    }

    private static String encode(long upper, long lower) {
        var text = new byte[LENGTH];
        long high = upper;
        long low = lower;
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = (byte) ALPHABET.charAt((int) low & 31);
            low = (low >>> 5) | (high << 59);
            high >>>= 5;
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }
}
