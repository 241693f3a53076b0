package slipway.bench.journal;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import slipway.base.InterruptibleTask;
import slipway.base.Parallel;
import slipway.bench.kit.PacedPosts;
import slipway.bench.kit.RawSocketClient;
import slipway.bench.kit.Samples;

/**
 * The waits of commits, notes on a timetable, while the server verifies its whole log, and right before and after.
 *
 * @param without of the commits before and after
 */
record VerifiedCommits(Samples without, Samples during, double verifySeconds) {

    private static final int WRITERS = 8;
    private static final int PER_SECOND = 200;
    private static final String NOTE = "{\"text\":\"A note beside a verification.\"}";
    private static final Duration WARM_UP = Duration.ofSeconds(2);

    static double ratio(Samples during, Samples without) {
        return during.seconds(0.99) / without.seconds(0.99);
    }

    double ratio() {
        return ratio(during, without);
    }

    /**
     * Measures on a server.
     *
     * @param quiet how long it commits without a verification, before it and again after it
     */
    static VerifiedCommits measure(HistoryServer server, Duration quiet)
            throws IOException, InterruptedException {
        var over = new AtomicBoolean();
        List<RawSocketClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < WRITERS; i++) {
                clients.add(server.server().posting("/api/v1/notes", NOTE));
            }
            var writing = new FutureTask<>(() -> Parallel.all(WRITERS, writers(clients, over)));
            Thread.ofVirtual().name("writers").start(writing);
            server.server().pause(WARM_UP);
            long begin = System.nanoTime();
            server.server().pause(quiet);
            long verifying = System.nanoTime();
            double seconds = server.verify();
            long verified = System.nanoTime();
            server.server().pause(quiet);
            over.set(true);
            List<PacedPosts.Answered> all =
                    finished(writing).stream().flatMap(Collection::stream).toList();
            return new VerifiedCommits(
                    waits(all, at -> (at >= begin && at < verifying) || at >= verified),
                    waits(all, at -> at >= verifying && at < verified),
                    seconds);
        } finally {
            over.set(true);
            for (RawSocketClient client : clients) {
                client.close();
            }
        }
    }

    private static List<InterruptibleTask<List<PacedPosts.Answered>>> writers(
            List<RawSocketClient> clients, AtomicBoolean over) {
        var timetable =
                new PacedPosts.Timetable(
                        System.nanoTime(), Duration.ofSeconds(1).toNanos() * WRITERS / PER_SECOND);
        var source =
                new PacedPosts.Source() {
                    @Override
                    public boolean hasNext(int turn) {
                        return !over.get();
                    }

                    @Override
                    public String body(int turn, long due) {
                        return NOTE;
                    }
                };
        List<InterruptibleTask<List<PacedPosts.Answered>>> tasks = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            tasks.add(new PacedPosts(clients.get(i), timetable.shifted(i, clients.size()), source));
        }
        return tasks;
    }

    private static Samples waits(List<PacedPosts.Answered> answers, Predicate<Long> due) {
        return Samples.of(
                answers.stream()
                        .filter(answer -> due.test(answer.due()))
                        .map(PacedPosts.Answered::waited)
                        .toList());
    }

    private static List<List<PacedPosts.Answered>> finished(
            FutureTask<List<List<PacedPosts.Answered>>> writing)
            throws IOException, InterruptedException {
        try {
            return writing.get();
        } catch (ExecutionException e) {
            throw new IOException("A writer failed", e);
        }
    }
}
