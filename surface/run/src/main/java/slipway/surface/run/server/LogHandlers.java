package slipway.surface.run.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.Retry;
import slipway.identity.Principal;
import slipway.run.Runner;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.attempt.BoundedRegex;
import slipway.run.attempt.LogSearch;
import slipway.run.attempt.LogText;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.EnvironmentView;
import slipway.surface.api.workload.LogRoutes.LineView;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.SseWriter;

/** Reads logs in parts, follows them as they grow, and searches them. */
final class LogHandlers {

    private static final JsonCodec<LogView> LOG_CODEC = LogRoutes.READ.answer();
    private static final int MAX_PART = 256 << 10;

    /** The polling interval after new output; it doubles up to {@link #MAX_PAUSE} while the log is silent. */
    private static final Duration MIN_PAUSE = Duration.ofMillis(40);

    private static final Duration MAX_PAUSE = Duration.ofMillis(400);
    private static final Retry.Sleeper SLEEPER =
            slipway.surface.api.client.ClientTimeouts.defaults().sleeper();
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private final Runner runner;
    private final InstantSource clock;
    private final WorkloadLookup workloadLookup;

    LogHandlers(Runner runner, InstantSource clock) {
        this.runner = runner;
        this.clock = clock;
        this.workloadLookup = new WorkloadLookup(runner);
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                new RouteHandler.Streamed<>(
                        LogRoutes.READ, this::read, this::follow, this::mayFollow),
                RouteHandler.of(LogRoutes.SEARCH, this::search),
                RouteHandler.of(LogRoutes.ENVIRONMENT, this::environment));
    }

    /** The job could have written this file, so it is sanitized like a log. */
    private EnvironmentView environment(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_READ);
        int number = attempt(workload, authorizedRequest.query().find(LogRoutes.ATTEMPT));
        int rank = authorizedRequest.query().get(LogRoutes.RANK);
        Optional<String> installed =
                number == 0
                        ? Optional.empty()
                        : runner.directory(new AttemptId(workload.id(), number))
                                .environment(rank)
                                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                                .map(bytes -> LogText.of(bytes, true).text())
                                .filter(text -> !text.isEmpty());
        return new EnvironmentView(installed, number, rank);
    }

    private LogView read(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_READ);
        int number = attempt(workload, authorizedRequest.query().find(LogRoutes.ATTEMPT));
        return number == 0
                ? empty(workload)
                : part(
                        workload,
                        number,
                        authorizedRequest.query().get(LogRoutes.RANK),
                        startOffset(authorizedRequest));
    }

    private static int attempt(Workload workload, Optional<Integer> requested) {
        int newest = workload.history().attempts();
        if (requested.filter(number -> number > newest).isPresent()) {
            throw WorkloadLookup.noAttempt(workload, requested.get());
        }
        return requested.orElse(newest);
    }

    /** The offset to begin at; a client that reconnects names its last event. */
    private static long startOffset(AuthorizedRequest<NoBody> authorizedRequest) {
        return authorizedRequest
                .details()
                .lastEvent()
                .orElseGet(() -> authorizedRequest.query().get(LogRoutes.FROM));
    }

    private static LogView empty(Workload workload) {
        return new LogView(
                Optional.empty(),
                0,
                workload.history().attempts(),
                0,
                Optional.empty(),
                0,
                workload.state().ended());
    }

    /**
     * The state is read before the log: an attempt that was not over at that time may have printed more since, so its
     * log is not complete.
     */
    private LogView part(Workload workload, int number, int rank, long from) {
        boolean over =
                number < workload.history().attempts()
                        || workload.state().currentPlacement().isEmpty();
        AttemptDirectory directory = runner.directory(new AttemptId(workload.id(), number));
        AttemptLogReader.Part part = directory.log(rank).read(from, MAX_PART);
        LogText text = LogText.of(part.bytes(), over && part.bytes().length < MAX_PART);
        int present = over ? 0 : workload.state().currentPlacement().orElseThrow().nodes();
        int printed = directory.logs().stream().mapToInt(each -> each + 1).max().orElse(1);
        return new LogView(
                Optional.of(text.text()).filter(it -> !it.isEmpty()),
                part.at() + text.used(),
                number,
                rank,
                directory.node(rank),
                Math.max(present, printed),
                over && part.bytes().length == 0);
    }

    private Predicate<Principal> mayFollow(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_READ);
        return principal -> principal.may(Permission.WORKLOADS_READ, workload.team());
    }

    /** Waits for an attempt that has not begun, as long as there may be one. */
    private void follow(AuthorizedRequest<NoBody> authorizedRequest, SseWriter writer)
            throws IOException, InterruptedException {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_READ);
        writer.comment("welcome");
        writer.flush();
        new Follower(authorizedRequest, writer, workload).run();
    }

    /** One reader of one log. */
    private final class Follower {

        private final SseWriter writer;
        private final int rank;
        private Workload workload;
        private int number;
        private long from;
        private Duration pause = MIN_PAUSE;
        private Instant lastSent = clock.instant();
        private boolean announced;

        Follower(AuthorizedRequest<NoBody> authorizedRequest, SseWriter writer, Workload workload) {
            this.writer = writer;
            this.workload = workload;
            this.rank = authorizedRequest.query().get(LogRoutes.RANK);
            this.number =
                    authorizedRequest
                            .query()
                            .find(LogRoutes.ATTEMPT)
                            .orElse(workload.history().attempts());
            this.from = startOffset(authorizedRequest);
        }

        void run() throws IOException, InterruptedException {
            while (true) {
                LogView part = next();
                boolean news = part.text().isPresent() || part.complete() || isFirst(part);
                if (news) {
                    from = part.next();
                    String json = new String(LOG_CODEC.write(part), StandardCharsets.UTF_8);
                    writer.event(from, "log", json);
                }
                keepAlive(news);
                writer.flush();
                if (part.complete()) {
                    return;
                }
                pause = news ? MIN_PAUSE : doubled(pause);
                SLEEPER.sleep(pause);
            }
        }

        private LogView next() {
            workload = runner.runState().find(workload.id()).orElse(workload);
            if (number == 0) {
                number = workload.history().attempts();
            }
            boolean started = number > 0 && number <= workload.history().attempts();
            return started ? part(workload, number, rank, from) : empty(workload);
        }

        /** True once, when there is a log to follow; the reader is notified even while the log is empty. */
        private boolean isFirst(LogView part) {
            boolean first = !announced && part.nodes() > 0;
            announced |= first;
            return first;
        }

        private void keepAlive(boolean news) {
            Instant now = clock.instant();
            if (news) {
                lastSent = now;
            } else if (lastSent.plus(KEEP_ALIVE).isBefore(now)) {
                writer.comment("still here");
                lastSent = now;
            }
        }

        private static Duration doubled(Duration previous) {
            Duration twice = previous.multipliedBy(2);
            return twice.compareTo(MAX_PAUSE) < 0 ? twice : MAX_PAUSE;
        }
    }

    /** Searches node after node. The cursor of a page is the position where the search stopped. */
    private ListPage<LineView> search(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_READ);
        int number = attempt(workload, authorizedRequest.query().find(LogRoutes.ATTEMPT));
        if (number == 0) {
            return new ListPage<>(List.of(), Optional.empty());
        }
        AttemptDirectory directory = runner.directory(new AttemptId(workload.id(), number));
        SearchPosition start =
                CursorPaging.lastSeen(authorizedRequest.query())
                        .map(SearchPosition::of)
                        .orElse(new SearchPosition(0, 0));
        List<Integer> ranks =
                directory.logs().stream()
                        .filter(rank -> rank >= start.rank())
                        .filter(
                                rank ->
                                        authorizedRequest
                                                .query()
                                                .find(LogRoutes.ONLY)
                                                .filter(only -> !only.equals(rank))
                                                .isEmpty())
                        .toList();
        return searchNodes(directory, ranks, start, authorizedRequest);
    }

    private static ListPage<LineView> searchNodes(
            AttemptDirectory directory,
            List<Integer> ranks,
            SearchPosition start,
            AuthorizedRequest<NoBody> authorizedRequest) {
        BoundedRegex pattern = BoundedRegex.of(authorizedRequest.query().get(LogRoutes.PATTERN));
        int limit = authorizedRequest.query().get(CursorPaging.LIMIT);
        List<LineView> lines = new ArrayList<>();
        for (int rank : ranks) {
            long from = rank == start.rank() ? start.at() : 0;
            LogSearch.Found found =
                    LogSearch.search(directory.log(rank), pattern, from, limit - lines.size());
            Optional<String> node = directory.node(rank);
            found.lines()
                    .forEach(line -> lines.add(new LineView(rank, node, line.at(), line.text())));
            if (found.next().isPresent()) {
                String position = new SearchPosition(rank, found.next().get()).toString();
                return new ListPage<>(lines, Optional.of(CursorPaging.cursor(position)));
            }
        }
        return new ListPage<>(lines, Optional.empty());
    }

    /** The position where a search continues. */
    private record SearchPosition(int rank, long at) {

        static SearchPosition of(String text) {
            if (!text.matches("[0-9]{1,6}:[0-9]{1,18}")) {
                throw new Problem(
                        CursorPaging.BAD_CURSOR,
                        "The cursor of the search is invalid.",
                        "'after' is a cursor of another list.",
                        "Use the value of 'next' from a page of lines.");
            }
            int colon = text.indexOf(':');
            return new SearchPosition(
                    Integer.parseInt(text.substring(0, colon)),
                    Long.parseLong(text.substring(colon + 1)));
        }

        @Override
        public String toString() {
            return rank + ":" + at;
        }
    }
}
