package slipway.surface.plan.server;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.catalog.Catalog;
import slipway.evidence.EvidenceDocument;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceRecorder;
import slipway.evidence.EvidenceStore;
import slipway.journal.IdempotencyKey;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.plan.acceptance.Measurements;
import slipway.run.Runner;
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

/** Measurements: begun, listed, shown. */
public final class MeasurementHandlers {

    private static final ProblemCode NO_MEASUREMENT =
            ProblemCode.of(
                    slipway.base.ProblemKind.NOT_FOUND,
                    "no-such-measurement",
                    "There is no measurement of this id.");

    private final Runner runner;
    private final EvidenceStore evidenceStore;
    private final Path catalog;

    /**
     * @param catalog the folder in which the owner's own rows of the catalog may lie
     */
    public MeasurementHandlers(Runner runner, EvidenceStore evidenceStore, Path catalog) {
        this.runner = runner;
        this.evidenceStore = evidenceStore;
        this.catalog = catalog;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(MeasurementRoutes.BEGIN, this::begin),
                RouteHandler.of(MeasurementRoutes.LIST, this::list),
                RouteHandler.of(MeasurementRoutes.SHOW, this::show));
    }

    /** Who writes down what was found. */
    public EvidenceRecorder scribe() {
        return new MeasurementRecorder(runner);
    }

    /** What plans reckon with: everything that was measured here and counts. */
    static Measurements measurements(List<EvidenceDocument> papers) {
        List<Measurements.Entry> entries = new ArrayList<>();
        for (EvidenceDocument evidenceDocument : papers) {
            MeasurementRecord measurementRecord = MeasurementRecord.read(evidenceDocument.body());
            for (MeasurementRecord.Told told : measurementRecord.told()) {
                entry(measurementRecord, told).ifPresent(entries::add);
            }
        }
        return new Measurements(entries);
    }

    /** What an older version wrote and this one cannot read is not used. */
    private static Optional<Measurements.Entry> entry(
            MeasurementRecord measurementRecord, MeasurementRecord.Told told) {
        try {
            return Optional.of(
                    new Measurements.Entry(
                            measurementRecord.provider(),
                            AcceptanceTest.read(told.node(), told.document())
                                    .withNode(told.node())));
        } catch (Problem unreadable) {
            return Optional.empty();
        }
    }

    private MeasurementViews views() {
        return new MeasurementViews(Catalog.withUserFiles(catalog));
    }

    private BegunView begin(AuthorizedRequest<NewMeasurement> authorizedRequest) {
        NewMeasurement asked = authorizedRequest.body();
        authorizedRequest
                .principal()
                .require(Permission.WORKLOADS_WRITE, asked.team().orElse(TeamId.ALL));
        new AcceptanceTest(Catalog.withUserFiles(catalog))
                .checkKnown(asked.machine(), asked.storage());
        var jobs =
                new MeasurementJobs(
                        runner.nodes(), node -> runner.runState().drain(node).isPresent());
        List<MeasurementView> begun = new ArrayList<>();
        MeasurementViews views = views();
        for (MeasurementJobs.Job job : jobs.of(asked, authorizedRequest.principal().id().value())) {
            begun.add(views.of(begun(job, authorizedRequest)));
        }
        return new BegunView(begun);
    }

    /** What was begun under the same key before is the same still, and keeps what was found meanwhile. */
    private EvidenceDocument begun(
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
        Optional<EvidenceDocument> before = evidenceStore.document(Kind.MEASUREMENT, id);
        if (before.isPresent()) {
            return before.get();
        }
        Instant now = runner.get(id.value(), _ -> true).header().submitted();
        var evidenceDocument =
                new EvidenceDocument(
                        Kind.MEASUREMENT,
                        id,
                        now,
                        authorizedRequest.principal().id().value(),
                        job.submission().team(),
                        MeasurementRecord.of(authorizedRequest.body(), job.nodes()).json());
        CommitWait.await(evidenceStore.write(evidenceDocument), authorizedRequest);
        return evidenceDocument;
    }

    private ListPage<MeasurementView> list(AuthorizedRequest<NoBody> authorizedRequest) {
        MeasurementViews views = views();
        List<MeasurementView> found =
                evidenceStore
                        .newest(
                                Kind.MEASUREMENT,
                                CursorPaging.lastSeen(authorizedRequest.query())
                                        .flatMap(WorkloadId::parse),
                                authorizedRequest.query().get(CursorPaging.LIMIT) + 1,
                                _ -> true)
                        .stream()
                        .map(views::of)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, MeasurementView::id);
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
                                        "It is named by the id of the workload that measured.",
                                        "See them: slipway plan measure list"));
    }
}
