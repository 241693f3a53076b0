package slipway.bench.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import slipway.base.InterruptibleTask;

/**
 * A client that posts on a timetable, one request after the other. A wait counts from the time in the timetable: a
 * request that is late because the answer before it was late has waited, too.
 */
public final class PacedPosts implements InterruptibleTask<List<PacedPosts.Answered>> {

    private final RawSocketClient client;
    private final Timetable timetable;
    private final Source source;

    public PacedPosts(RawSocketClient client, Timetable timetable, Source source) {
        this.client = client;
        this.timetable = timetable;
        this.source = source;
    }

    /** When each request is due, in nanoseconds of {@link System#nanoTime}. */
    public record Timetable(long start, long period) {

        /** The timetable of one of several clients: they take turns within a period. */
        public Timetable shifted(int client, int clients) {
            return new Timetable(start + period * client / clients, period);
        }

        long due(int turn) {
            return start + turn * period;
        }
    }

    /** What is posted. */
    public interface Source {

        boolean hasNext(int turn);

        String body(int turn, long due);
    }

    /** One answer: when its request was due, and when it came. */
    public record Answered(long due, long at) {

        public long waited() {
            return at - due;
        }
    }

    @Override
    public List<Answered> run() throws InterruptedException {
        List<Answered> answers = new ArrayList<>();
        try {
            for (int turn = 0; source.hasNext(turn); turn++) {
                long due = timetable.due(turn);
                awaitTime(due);
                requireWritten(client.send(source.body(turn, due)));
                answers.add(new Answered(due, System.nanoTime()));
            }
            return answers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitTime(long due) throws InterruptedException {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** An event's number is the answer to every note. */
    public static void requireWritten(String answer) {
        if (!answer.startsWith("{\"seq\":")) {
            throw BenchContext.notMeasured(
                    "The server refused a note.",
                    answer,
                    "A benchmark stays within all limits of a user. Report it.");
        }
    }
}
