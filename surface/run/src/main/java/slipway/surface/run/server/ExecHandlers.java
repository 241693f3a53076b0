package slipway.surface.run.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import slipway.base.IdGenerator;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.journal.IdempotencyKey;
import slipway.run.Runner;
import slipway.run.attempt.LogText;
import slipway.run.engine.ExecRequest;
import slipway.run.lifecycle.Workload;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.run.api.ExecRoutes;
import slipway.surface.run.api.ExecRoutes.NewVisit;
import slipway.surface.run.api.ExecRoutes.SaidView;
import slipway.surface.run.api.ExecRoutes.VisitView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.SseWriter;

/** Commands beside running workloads: begun, and heard. Only who began one hears it. */
final class ExecHandlers {

    private static final JsonCodec<SaidView> PART = ExecRoutes.FOLLOW.answer();
    private static final Duration PING = Duration.ofSeconds(5);

    private final Runner runner;
    private final InstantSource clock;
    private final IdGenerator idGenerator;
    private final WorkloadLookup workloadLookup;
    private final ExecSessions execSessions;
    private final Map<IdempotencyKey, VisitView> begun = new ConcurrentHashMap<>();

    ExecHandlers(Runner runner, InstantSource clock, IdGenerator idGenerator) {
        this.runner = runner;
        this.clock = clock;
        this.idGenerator = idGenerator;
        this.workloadLookup = new WorkloadLookup(runner);
        this.execSessions = new ExecSessions(clock);
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(ExecRoutes.BEGIN, this::begin),
                new RouteHandler.Streamed<>(ExecRoutes.FOLLOW, this::read, this::follow));
    }

    /** Sent again under the same key it is still one command. */
    private VisitView begin(AuthorizedRequest<NewVisit> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_WRITE);
        Optional<IdempotencyKey> key = authorizedRequest.details().key();
        Optional<VisitView> before = key.map(begun::get);
        if (before.isPresent()) {
            return before.get();
        }
        if (authorizedRequest.body().command().isEmpty()) {
            throw new Problem(
                    JsonCodec.INVALID_REQUEST,
                    "There is nothing to run.",
                    "The command is an empty list.",
                    "Name a program, and after it its arguments.");
        }
        execSessions.check(authorizedRequest.principal().id());
        String id = idGenerator.next();
        int rank = authorizedRequest.body().rank().map(Math::toIntExact).orElse(0);
        var execRequest = new ExecRequest(id, rank, authorizedRequest.body().command());
        execSessions.begin(
                id,
                whose(authorizedRequest, workload),
                runner.exec(workload, execRequest, authorizedRequest.actor()));
        var view = new VisitView(id, workload.history().attempts(), rank);
        key.ifPresent(it -> begun.put(it, view));
        begun.values().removeIf(each -> !execSessions.knows(each.visit()));
        return view;
    }

    private static ExecSessions.Whose whose(
            AuthorizedRequest<?> authorizedRequest, Workload workload) {
        return new ExecSessions.Whose(authorizedRequest.principal().id(), workload.id());
    }

    private OutputBuffer said(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_WRITE);
        return execSessions.get(
                authorizedRequest.part(PathParameter.VISIT), whose(authorizedRequest, workload));
    }

    private SaidView read(AuthorizedRequest<NoBody> authorizedRequest) throws InterruptedException {
        long from = authorizedRequest.query().get(LogRoutes.FROM);
        return view(said(authorizedRequest).read(from, clock.instant(), Duration.ZERO));
    }

    private static SaidView view(OutputBuffer.Part part) {
        LogText text = LogText.of(part.bytes(), part.exit().isPresent());
        return new SaidView(
                Optional.of(text.text()).filter(it -> !it.isEmpty()),
                part.at() + text.used(),
                part.exit().map(code -> (long) Math.clamp(code, 0, 255)));
    }

    private void follow(AuthorizedRequest<NoBody> authorizedRequest, SseWriter sink)
            throws IOException, InterruptedException {
        OutputBuffer outputBuffer = said(authorizedRequest);
        long from =
                authorizedRequest
                        .details()
                        .lastEvent()
                        .orElseGet(() -> authorizedRequest.query().get(LogRoutes.FROM));
        sink.comment("welcome");
        while (true) {
            sink.flush();
            SaidView part = view(outputBuffer.read(from, clock.instant(), PING));
            if (part.text().isPresent() || part.exitCode().isPresent()) {
                from = part.next();
                sink.event(from, "said", new String(PART.write(part), StandardCharsets.UTF_8));
            } else {
                sink.comment("still here");
            }
            if (part.exitCode().isPresent()) {
                sink.flush();
                return;
            }
        }
    }
}
