package slipway.bench.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import slipway.bench.kit.Samples;

/**
 * The start times of several writers that together offer a given rate. Each begins once per period at a random phase,
 * so that the number of simultaneous starts varies.
 *
 * <p>A wait counts from the time in the table, not from when the commit was sent. A writer has one commit at a time:
 * one that is not answered when the next is due begins late, and so does everyone when the program itself is late.
 * Counted from the sending, a journal that stops for a second would seem to have kept one commit per writer waiting.
 *
 * <p>One thread sends for all. Sixty-four sleeping threads on a few cores would measure how fast the system wakes
 * them; the lateness of the one thread is reported next to the waits and is part of them. It takes up to a core.
 */
final class ConstantRateLoad {

    /** The oversleep of a thread on Linux, and a little more; the sender stays awake for the last of each wait. */
    private static final long OVERSLEPT = TimeUnit.MICROSECONDS.toNanos(100);

    private static final long HEAD_START = TimeUnit.MILLISECONDS.toNanos(5);

    private final double period;
    private final int turns;
    private final long[] phases;

    /**
     * @param seed of the phases
     */
    ConstantRateLoad(int writers, double perSecond, Duration time, long seed) {
        this.period = writers * TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.turns = (int) Math.max(1, time.toNanos() / period);
        this.phases =
                new SplittableRandom(seed)
                        .doubles(writers, 0, period)
                        .mapToLong(Math::round)
                        .sorted()
                        .toArray();
    }

    /**
     * The result.
     *
     * @param perSecond answers, from the first time in the table until the last answer
     * @param waits from the time in the table to the answer
     * @param late from the time in the table until the one thread sent it
     */
    record Kept(double perSecond, Samples waits, Samples late) {}

    /** Sends every commit when it is due; returns when all are answered, and throws the first problem. */
    <T> Kept run(IntFunction<CompletableFuture<T>> send) {
        int writers = phases.length;
        long[] waits = new long[writers * turns];
        long[] late = new long[writers * turns];
        List<CompletableFuture<Void>> last =
                new ArrayList<>(
                        Collections.nCopies(writers, CompletableFuture.completedFuture(null)));
        long start = System.nanoTime() + HEAD_START;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < waits.length; i++) {
                int index = i;
                int writer = i % writers;
                int turn = i / writers;
                long due = start + phases[writer] + Math.round(turn * period);
                late[index] = awaitTime(due) - due;
                CompletableFuture<T> answer =
                        after(last.get(writer), () -> send.apply(writer), threads);
                last.set(writer, answer.thenAccept(done -> waits[index] = System.nanoTime() - due));
            }
            last.forEach(CompletableFuture::join);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Kept(waits.length / seconds, Samples.of(waits), Samples.of(late));
    }

    private interface Sending<T> {
        CompletableFuture<T> send();
    }

    /** At once when the writer is free; otherwise on a separate thread, to keep the journal's thread free. */
    private static <T> CompletableFuture<T> after(
            CompletableFuture<Void> before, Sending<T> sending, Executor threads) {
        return before.isDone() && !before.isCompletedExceptionally()
                ? sending.send()
                : before.thenComposeAsync(done -> sending.send(), threads);
    }

    /** Waits until the time; returns the current time. */
    private static long awaitTime(long due) {
        long now = System.nanoTime();
        while (now < due) {
            if (due - now > OVERSLEPT) {
                LockSupport.parkNanos(due - now - OVERSLEPT);
            } else {
                Thread.onSpinWait();
            }
            now = System.nanoTime();
        }
        return now;
    }
}
