package slipway.surface.run.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.Retry;
import slipway.identity.AccessControl;
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
import slipway.surface.web.http.PerUserLimit;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.SseWriter;

/** Logs: read a part at a time, followed as they grow, and searched. */
final class LogHandlers {

    private static final JsonCodec<LogView> PART = LogRoutes.READ.answer();
    private static final int LOG_PART = 256 << 10;

    /** A log is looked at so soon again after it has grown, and at the latest so much later while it is silent. */
    private static final Duration SOON = Duration.ofMillis(40);

    private static final Duration LATEST = Duration.ofMillis(400);
    private static final Retry.Sleeper REST =
            slipway.surface.api.client.ClientTimeouts.defaults().sleeper();
    private static final Duration PING = Duration.ofSeconds(15);

    private final Runner runner;
    private final AccessControl accessControl;
    private final InstantSource clock;
    private final WorkloadLookup workloadLookup;
    private final PerUserLimit perUserLimit = new PerUserLimit();

    LogHandlers(Runner runner, AccessControl accessControl, InstantSource clock) {
        this.runner = runner;
        this.accessControl = accessControl;
        this.clock = clock;
        this.workloadLookup = new WorkloadLookup(runner);
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                new RouteHandler.Streamed<>(LogRoutes.READ, this::read, this::follow),
                RouteHandler.of(LogRoutes.SEARCH, this::search),
                RouteHandler.of(LogRoutes.ENVIRONMENT, this::environment));
    }

    /** The job could have written it, so it is shown as a log is. */
    private EnvironmentView environment(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_READ);
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
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_READ);
        int number = attempt(workload, authorizedRequest.query().find(LogRoutes.ATTEMPT));
        return number == 0
                ? nothing(workload)
                : part(
                        workload,
                        number,
                        authorizedRequest.query().get(LogRoutes.RANK),
                        begin(authorizedRequest));
    }

    private static int attempt(Workload workload, Optional<Integer> asked) {
        int newest = workload.history().attempts();
        if (asked.filter(number -> number > newest).isPresent()) {
            throw WorkloadLookup.noAttempt(workload, asked.get());
        }
        return asked.orElse(newest);
    }

    /** A stream that was broken off knows best where it was. */
    private static long begin(AuthorizedRequest<NoBody> authorizedRequest) {
        return authorizedRequest
                .details()
                .lastEvent()
                .orElseGet(() -> authorizedRequest.query().get(LogRoutes.FROM));
    }

    private static LogView nothing(Workload workload) {
        return new LogView(
                Optional.empty(),
                0,
                workload.history().attempts(),
                0,
                Optional.empty(),
                0,
                workload.state().ended());
    }

    /** What is not over when the log is read may have printed more since: only then there is nothing more to come. */
    private LogView part(Workload workload, int number, int rank, long from) {
        boolean over =
                number < workload.history().attempts()
                        || workload.state().currentPlacement().isEmpty();
        AttemptDirectory directory = runner.directory(new AttemptId(workload.id(), number));
        AttemptLogReader.Part part = directory.log(rank).read(from, LOG_PART);
        LogText text = LogText.of(part.bytes(), over && part.bytes().length < LOG_PART);
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

    // Following.

    /** An attempt that has not begun yet is waited for, as long as there may be one. */
    private void follow(AuthorizedRequest<NoBody> authorizedRequest, SseWriter sink)
            throws IOException, InterruptedException {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_READ);
        try (var _ = perUserLimit.acquire(authorizedRequest.principal().id())) {
            sink.comment("welcome");
            sink.flush();
            new Follower(authorizedRequest, sink, workload).toTheEnd();
        }
    }

    /** One reader of one log. */
    private final class Follower {

        private final AuthorizedRequest<NoBody> authorizedRequest;
        private final SseWriter sink;
        private final int rank;
        private Workload workload;
        private int number;
        private long from;
        private Duration pause = SOON;
        private Instant heard = clock.instant();
        private boolean begun;

        Follower(AuthorizedRequest<NoBody> authorizedRequest, SseWriter sink, Workload workload) {
            this.authorizedRequest = authorizedRequest;
            this.sink = sink;
            this.workload = workload;
            this.rank = authorizedRequest.query().get(LogRoutes.RANK);
            this.number =
                    authorizedRequest
                            .query()
                            .find(LogRoutes.ATTEMPT)
                            .orElse(workload.history().attempts());
            this.from = begin(authorizedRequest);
        }

        void toTheEnd() throws IOException, InterruptedException {
            while (true) {
                LogView part = next();
                boolean news = part.text().isPresent() || part.complete() || begins(part);
                if (news) {
                    from = part.next();
                    String json = new String(PART.write(part), StandardCharsets.UTF_8);
                    sink.event(from, "log", json);
                }
                stillHere(news);
                sink.flush();
                if (part.complete() || !maySee()) {
                    return;
                }
                pause = news ? SOON : longer(pause);
                REST.sleep(pause);
            }
        }

        private LogView next() {
            workload = runner.runState().find(workload.id()).orElse(workload);
            if (number == 0) {
                number = workload.history().attempts();
            }
            boolean there = number > 0 && number <= workload.history().attempts();
            return there ? part(workload, number, rank, from) : nothing(workload);
        }

        /** Its reader is told as soon as there is a log to follow, also while it is silent. */
        private boolean begins(LogView part) {
            boolean first = !begun && part.nodes() > 0;
            begun |= first;
            return first;
        }

        private void stillHere(boolean news) {
            Instant now = clock.instant();
            if (news) {
                heard = now;
            } else if (heard.plus(PING).isBefore(now)) {
                sink.comment("still here");
                heard = now;
            }
        }

        /** Whoever is shut out reads no more. */
        private boolean maySee() {
            return accessControl
                    .recheck(authorizedRequest.principal(), clock.instant())
                    .filter(who -> who.may(Permission.WORKLOADS_READ, workload.team()))
                    .isPresent();
        }

        private static Duration longer(Duration before) {
            Duration twice = before.multipliedBy(2);
            return twice.compareTo(LATEST) < 0 ? twice : LATEST;
        }
    }

    // Searching.

    /** Node after node. A page that looked far and found little says where to go on. */
    private ListPage<LineView> search(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_READ);
        int number = attempt(workload, authorizedRequest.query().find(LogRoutes.ATTEMPT));
        if (number == 0) {
            return new ListPage<>(List.of(), Optional.empty());
        }
        AttemptDirectory directory = runner.directory(new AttemptId(workload.id(), number));
        Spot begin =
                CursorPaging.lastSeen(authorizedRequest.query())
                        .map(Spot::of)
                        .orElse(new Spot(0, 0));
        List<Integer> ranks =
                directory.logs().stream()
                        .filter(rank -> rank >= begin.rank())
                        .filter(
                                rank ->
                                        authorizedRequest
                                                .query()
                                                .find(LogRoutes.ONLY)
                                                .filter(only -> !only.equals(rank))
                                                .isEmpty())
                        .toList();
        return searched(directory, ranks, begin, authorizedRequest);
    }

    private static ListPage<LineView> searched(
            AttemptDirectory directory,
            List<Integer> ranks,
            Spot begin,
            AuthorizedRequest<NoBody> authorizedRequest) {
        BoundedRegex wanted = BoundedRegex.of(authorizedRequest.query().get(LogRoutes.PATTERN));
        int limit = authorizedRequest.query().get(CursorPaging.LIMIT);
        List<LineView> lines = new ArrayList<>();
        for (int rank : ranks) {
            long from = rank == begin.rank() ? begin.at() : 0;
            LogSearch.Found found =
                    LogSearch.search(directory.log(rank), wanted, from, limit - lines.size());
            Optional<String> node = directory.node(rank);
            found.lines()
                    .forEach(line -> lines.add(new LineView(rank, node, line.at(), line.text())));
            if (found.next().isPresent()) {
                String spot = new Spot(rank, found.next().get()).toString();
                return new ListPage<>(lines, Optional.of(CursorPaging.cursor(spot)));
            }
        }
        return new ListPage<>(lines, Optional.empty());
    }

    /** Where a search goes on. */
    private record Spot(int rank, long at) {

        static Spot of(String text) {
            if (!text.matches("[0-9]{1,6}:[0-9]{1,18}")) {
                throw new Problem(
                        CursorPaging.BAD_CURSOR,
                        "The search cannot go on from there.",
                        "'after' is a cursor of another list.",
                        "Take the cursor from 'next' of a page of lines.");
            }
            int colon = text.indexOf(':');
            return new Spot(
                    Integer.parseInt(text.substring(0, colon)),
                    Long.parseLong(text.substring(colon + 1)));
        }

        @Override
        public String toString() {
            return rank + ":" + at;
        }
    }
}
