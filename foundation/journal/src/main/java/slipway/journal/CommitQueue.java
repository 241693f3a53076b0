package slipway.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The batches that wait to be written, and how many of them become one group (group commit). While one group is
 * written, the next one gathers, so a commit waits for at most two fsyncs. Callers that were just answered send their
 * next commit within microseconds; a writer that started at once would take only the first few and make the others wait
 * for another fsync (measured: half the rate). So it lingers for at most a tenth of the duration of a write, and stops
 * as soon as it has as many commits as the last group.
 */
final class CommitQueue {

    private static final int CAPACITY = 16_384;
    private static final int MAX_GROUP_BATCHES = 4_096;
    private static final long MAX_LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final BlockingQueue<CommitBatch> queue = new LinkedBlockingQueue<>(CAPACITY);
    private final LongSupplier nanos;
    private int lastCommits = 1;
    private long writeNanos;

    CommitQueue(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** False if the queue was full for the whole time. */
    boolean offer(CommitBatch commitBatch, Duration atMost) throws InterruptedException {
        return queue.offer(commitBatch)
                || queue.offer(commitBatch, atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A write took this long; a moving average of it bounds the lingering. */
    void wrote(long nanosTaken) {
        writeNanos = (writeNanos * 7 + nanosTaken) / 8;
    }

    /** The batches of the next group. */
    List<CommitBatch> gather(boolean mayWait) throws InterruptedException {
        List<CommitBatch> batches = new ArrayList<>();
        CommitBatch first = mayWait ? queue.take() : queue.poll();
        if (first == null) {
            return batches;
        }
        batches.add(first);
        int commits = first.entries().size() + drain(batches);
        long deadline = nanos.getAsLong() + Math.min(writeNanos / 10, MAX_LINGER_NANOS);
        while (mayWait && commits < lastCommits) {
            CommitBatch next = linger(deadline - nanos.getAsLong());
            if (next == null) {
                break;
            }
            batches.add(next);
            commits += next.entries().size() + drain(batches);
        }
        lastCommits = commits;
        return batches;
    }

    /** An interrupt meanwhile must not lose the batches that were already gathered. */
    private @Nullable CommitBatch linger(long atMost) {
        try {
            return queue.poll(atMost, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private int drain(List<CommitBatch> into) {
        int from = into.size();
        queue.drainTo(into, MAX_GROUP_BATCHES - from);
        return into.subList(from, into.size()).stream()
                .mapToInt(commitBatch -> commitBatch.entries().size())
                .sum();
    }

    /** Everything that waits. */
    List<CommitBatch> drain() {
        List<CommitBatch> waiting = new ArrayList<>();
        queue.drainTo(waiting);
        return waiting;
    }
}
