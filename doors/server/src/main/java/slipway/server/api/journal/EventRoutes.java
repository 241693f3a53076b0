package slipway.server.api.journal;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.Stream;
import slipway.server.api.Routes;

/**
 * {@code GET /api/v1/events}: the journal, a page at a time as JSON, or for ever as server-sent events. Who comes back
 * with {@code Last-Event-ID} goes on where it stopped.
 */
public final class EventRoutes implements Routes {

    static final Code BAD_CURSOR =
            new Code(
                    Kind.INVALID,
                    "bad-cursor",
                    400,
                    "A place in the journal is a whole number from 0 on.");

    private static final int PAGE = 500;
    private static final Duration PING = Duration.ofSeconds(15);

    private final Journal journal;
    private final Set<Thread> streaming = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    public EventRoutes(Journal journal) {
        this.journal = journal;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/v1/events", this::events);
    }

    /** Streams wait for the next event; at the stop they are woken to end. */
    @Override
    public void end() {
        ending = true;
        streaming.forEach(Thread::interrupt);
    }

    private void events(Context ctx) throws IOException {
        long after = number(ctx, "after", Optional.ofNullable(ctx.header("Last-Event-ID")));
        Set<Stream> streams = streams(ctx);
        String accept = ctx.header("Accept");
        if (accept != null && accept.contains("text/event-stream")) {
            stream(ctx, streams, after);
        } else {
            List<Event> events = journal.events(streams, after, PAGE);
            long next = events.isEmpty() ? after : events.getLast().seq();
            ctx.result(EventJson.page(events, next)).contentType("application/json");
        }
    }

    private static long number(Context ctx, String name, Optional<String> header) {
        String text = header.or(() -> Optional.ofNullable(ctx.queryParam(name))).orElse("0");
        if (!text.matches("[0-9]{1,18}")) {
            throw new Problem(
                    BAD_CURSOR,
                    "'" + name + "' cannot be read.",
                    "It names a place in the journal: the number of an event, or 0 for the beginning.",
                    "Send the number of the last event you have seen.");
        }
        return Long.parseLong(text);
    }

    /** Facts, unless ticks are asked for too. */
    private static Set<Stream> streams(Context ctx) {
        return "all".equals(ctx.queryParam("streams"))
                ? EnumSet.allOf(Stream.class)
                : EnumSet.of(Stream.FACTS);
    }

    private void stream(Context ctx, Set<Stream> streams, long from) throws IOException {
        ctx.contentType("text/event-stream");
        ctx.header("X-Accel-Buffering", "no");
        Thread self = Thread.currentThread();
        streaming.add(self);
        try {
            send(ctx.res().getOutputStream(), streams, from);
        } catch (InterruptedException e) {
            // The server stops; the client comes back with the number of the last event it saw.
            self.interrupt();
        } finally {
            streaming.remove(self);
        }
    }

    private void send(ServletOutputStream out, Set<Stream> streams, long from)
            throws IOException, InterruptedException {
        long after = from;
        say(out, ": welcome\n\n");
        while (!ending) {
            long newest = journal.seq();
            List<Event> events = journal.events(streams, after, PAGE);
            for (Event event : events) {
                out.write(frame(event).getBytes(StandardCharsets.UTF_8));
            }
            out.flush();
            after = events.size() < PAGE ? Math.max(after, newest) : events.getLast().seq();
            if (!journal.awaitAfter(after, PING)) {
                say(out, ": still here\n\n");
            }
        }
    }

    private static String frame(Event event) {
        return "id: "
                + event.seq()
                + "\nevent: "
                + event.kind()
                + "\ndata: "
                + EventJson.of(event)
                + "\n\n";
    }

    private static void say(ServletOutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
