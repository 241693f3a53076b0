package slipway.server.api.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** What a command has printed, as far as it may still be asked for. Whoever adds too much waits for readers. */
final class Said {

    private static final int MOST = 1 << 20;
    private static final int PART = 256 << 10;

    private byte[] kept = new byte[0];
    private long begin;
    private long wanted;
    private Instant asked;
    private Optional<Integer> exit = Optional.empty();
    private boolean closed;

    Said(Instant now) {
        this.asked = now;
    }

    /** What was read twice as far back as a reader may lag is forgotten. */
    synchronized void add(byte[] bytes, int count) throws InterruptedException {
        while (!closed && begin + kept.length - wanted >= MOST) {
            wait();
        }
        int forgotten = Math.max(0, kept.length + count - 2 * MOST);
        byte[] more = Arrays.copyOfRange(kept, forgotten, kept.length + count);
        System.arraycopy(bytes, 0, more, kept.length - forgotten, count);
        kept = more;
        begin += forgotten;
        notifyAll();
    }

    synchronized void over(int exitCode) {
        exit = Optional.of(exitCode);
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isOver() {
        return exit.isPresent();
    }

    synchronized boolean unheardFor(Duration silence, Instant now) {
        return asked.plus(silence).isBefore(now);
    }

    /**
     * What stands at this place and after it.
     *
     * @param exit there when nothing more will come
     */
    @SuppressWarnings("ArrayRecordComponent") // read once and written on
    record Part(long at, byte[] bytes, Optional<Integer> exit) {}

    /** Waits a while for something new. */
    synchronized Part read(long from, Instant now, Duration patience) throws InterruptedException {
        asked = now;
        wanted = Math.max(wanted, from);
        notifyAll();
        if (from >= begin + kept.length && exit.isEmpty() && !patience.isZero()) {
            wait(patience.toMillis());
        }
        long at = Math.clamp(from, begin, begin + kept.length);
        int first = (int) (at - begin);
        int end = Math.min(kept.length, first + PART);
        return new Part(
                at, Arrays.copyOfRange(kept, first, end), exit.filter(_ -> end == kept.length));
    }
}
