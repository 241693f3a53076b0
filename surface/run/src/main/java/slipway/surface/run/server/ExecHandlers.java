package slipway.surface.run.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import slipway.base.IdGenerator;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.identity.AccessControl;
import slipway.identity.Principal;
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

/** Starts commands in running workloads and streams their output, only to the user who started them. */
final class ExecHandlers {

    private static final JsonCodec<SaidView> OUTPUT_CODEC = ExecRoutes.FOLLOW.answer();
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);

    private final Runner runner;
    private final AccessControl accessControl;
    private final InstantSource clock;
    private final IdGenerator idGenerator;
    private final WorkloadLookup workloadLookup;
    private final ExecSessions execSessions;

    ExecHandlers(
            Runner runner,
            AccessControl accessControl,
            InstantSource clock,
            IdGenerator idGenerator) {
        this.runner = runner;
        this.accessControl = accessControl;
        this.clock = clock;
        this.idGenerator = idGenerator;
        this.workloadLookup = new WorkloadLookup(runner);
        this.execSessions = new ExecSessions(clock);
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(ExecRoutes.BEGIN, this::begin),
                new RouteHandler.Streamed<>(
                        ExecRoutes.FOLLOW, this::read, this::follow, this::mayFollow));
    }

    private VisitView begin(AuthorizedRequest<NewVisit> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_WRITE);
        if (authorizedRequest.body().command().isEmpty()) {
            throw new Problem(
                    JsonCodec.INVALID_REQUEST,
                    "The request has no command.",
                    "The command is an empty list.",
                    "Send the program and its arguments.");
        }
        execSessions.check(authorizedRequest.principal().id());
        String id = idGenerator.next();
        int rank = authorizedRequest.body().rank().map(Math::toIntExact).orElse(0);
        var execRequest = new ExecRequest(id, rank, authorizedRequest.body().command());
        execSessions.begin(
                id,
                owner(authorizedRequest, workload),
                runner.exec(workload, execRequest, authorizedRequest.actor()),
                stop ->
                        accessControl.watch(
                                authorizedRequest.principal(), mayExecIn(workload), stop));
        return new VisitView(id, workload.history().attempts(), rank);
    }

    private static Predicate<Principal> mayExecIn(Workload workload) {
        return principal -> principal.may(Permission.WORKLOADS_WRITE, workload.team());
    }

    private Predicate<Principal> mayFollow(AuthorizedRequest<NoBody> authorizedRequest) {
        return mayExecIn(workloadLookup.get(authorizedRequest, Permission.WORKLOADS_WRITE));
    }

    private static ExecSessions.Owner owner(
            AuthorizedRequest<?> authorizedRequest, Workload workload) {
        return new ExecSessions.Owner(authorizedRequest.principal().id(), workload.id());
    }

    private OutputBuffer output(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_WRITE);
        return execSessions.get(
                authorizedRequest.part(PathParameter.VISIT), owner(authorizedRequest, workload));
    }

    private SaidView read(AuthorizedRequest<NoBody> authorizedRequest) throws InterruptedException {
        long from = authorizedRequest.query().get(LogRoutes.FROM);
        return view(output(authorizedRequest).read(from, clock.instant(), Duration.ZERO));
    }

    private static SaidView view(OutputBuffer.Part part) {
        LogText text = LogText.of(part.bytes(), part.exit().isPresent());
        return new SaidView(
                Optional.of(text.text()).filter(it -> !it.isEmpty()),
                part.at() + text.used(),
                part.exit().map(code -> (long) Math.clamp(code, 0, 255)));
    }

    private void follow(AuthorizedRequest<NoBody> authorizedRequest, SseWriter writer)
            throws IOException, InterruptedException {
        OutputBuffer outputBuffer = output(authorizedRequest);
        long from =
                authorizedRequest
                        .details()
                        .lastEvent()
                        .orElseGet(() -> authorizedRequest.query().get(LogRoutes.FROM));
        writer.comment("welcome");
        while (true) {
            writer.flush();
            SaidView part = view(outputBuffer.read(from, clock.instant(), KEEP_ALIVE));
            if (part.text().isPresent() || part.exitCode().isPresent()) {
                from = part.next();
                writer.event(
                        from, "said", new String(OUTPUT_CODEC.write(part), StandardCharsets.UTF_8));
            } else {
                writer.comment("still here");
            }
            if (part.exitCode().isPresent()) {
                writer.flush();
                return;
            }
        }
    }
}
