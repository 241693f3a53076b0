package slipway.surface.plan.server;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.catalog.Catalog;
import slipway.evidence.EvidenceDocument;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceStore;
import slipway.journal.IdempotencyKey;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.plan.acceptance.MeasurementRecord;
import slipway.run.Runner;
import slipway.run.dispatch.MeasurementJobs;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.MeasurementRoutes.BegunView;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.plan.api.MeasurementRoutes.NewMeasurement;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;

/** Starts, lists and shows measurements of nodes. */
public final class MeasurementHandlers {

    private static final ProblemCode NO_MEASUREMENT =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-measurement",
                    "There is no measurement of this id.");

    private final Runner runner;
    private final EvidenceStore evidenceStore;
    private final Path catalog;

    /**
     * @param catalog the folder of the administrator's catalog files
     */
    public MeasurementHandlers(Runner runner, EvidenceStore evidenceStore, Path catalog) {
        this.runner = runner;
        this.evidenceStore = evidenceStore;
        this.catalog = catalog;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.keyed(MeasurementRoutes.BEGIN, this::start),
                RouteHandler.of(MeasurementRoutes.LIST, this::list),
                RouteHandler.of(MeasurementRoutes.SHOW, this::show));
    }

    private MeasurementViews views() {
        return new MeasurementViews(Catalog.withUserFiles(catalog));
    }

    private BegunView start(AuthorizedRequest<NewMeasurement> authorizedRequest) {
        NewMeasurement body = authorizedRequest.body();
        TeamId team = body.team().orElse(TeamId.ALL);
        authorizedRequest.principal().require(Permission.WORKLOADS_WRITE, team);
        new AcceptanceTest(Catalog.withUserFiles(catalog))
                .checkKnown(body.machine(), body.storage());
        Duration load =
                body.hold().map(Duration::ofSeconds).orElse(AcceptanceTest.DEFAULT_DURATION);
        List<MeasurementJobs.Job> jobs =
                new MeasurementJobs(
                                runner.nodes(), node -> runner.runState().drain(node).isPresent())
                        .of(
                                body.nodes(),
                                body.together().orElse(false),
                                team,
                                authorizedRequest.principal().id().value(),
                                new MeasurementJobs.Program(AcceptanceTest.script(load), load));
        List<MeasurementView> started = new ArrayList<>();
        MeasurementViews views = views();
        for (MeasurementJobs.Job job : jobs) {
            started.add(views.of(submit(job, authorizedRequest)));
        }
        return new BegunView(started);
    }

    /** A repeated request with the same key returns the same measurement, with the results that it has by then. */
    private EvidenceDocument submit(
            MeasurementJobs.Job job, AuthorizedRequest<NewMeasurement> authorizedRequest) {
        Optional<IdempotencyKey> key =
                authorizedRequest
                        .details()
                        .key()
                        .map(
                                it ->
                                        new IdempotencyKey(
                                                it.name() + "/" + job.nodes().getFirst(),
                                                it.fingerprint()));
        WorkloadId id =
                CommitWait.awaitAny(
                        runner.submit(job.submission(), authorizedRequest.actor(), key),
                        authorizedRequest);
        Optional<EvidenceDocument> existing = evidenceStore.document(Kind.MEASUREMENT, id);
        if (existing.isPresent()) {
            return existing.get();
        }
        Instant submitted = runner.get(id.value(), _ -> true).header().submitted();
        NewMeasurement body = authorizedRequest.body();
        var evidenceDocument =
                new EvidenceDocument(
                        Kind.MEASUREMENT,
                        id,
                        submitted,
                        authorizedRequest.principal().id().value(),
                        job.submission().team(),
                        MeasurementRecord.requested(
                                        job.nodes(),
                                        body.provider(),
                                        body.machine(),
                                        body.storage())
                                .json());
        CommitWait.await(evidenceStore.write(evidenceDocument), authorizedRequest);
        return evidenceDocument;
    }

    private ListPage<MeasurementView> list(AuthorizedRequest<NoBody> authorizedRequest) {
        MeasurementViews views = views();
        List<MeasurementView> measurements =
                evidenceStore
                        .newest(
                                Kind.MEASUREMENT,
                                CursorPaging.lastSeen(authorizedRequest.query())
                                        .flatMap(WorkloadId::parse),
                                authorizedRequest.query().get(CursorPaging.LIMIT) + 1)
                        .stream()
                        .map(views::of)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), measurements, MeasurementView::id);
    }

    private MeasurementView show(AuthorizedRequest<NoBody> authorizedRequest) {
        String id = authorizedRequest.part(PathParameter.WORKLOAD);
        return WorkloadId.parse(id)
                .flatMap(it -> evidenceStore.document(Kind.MEASUREMENT, it))
                .map(views()::of)
                .orElseThrow(
                        () ->
                                new Problem(
                                        NO_MEASUREMENT,
                                        "There is no measurement %s.".formatted(id),
                                        "A measurement has the id of its workload.",
                                        "List them: slipway plan measure list"));
    }
}
