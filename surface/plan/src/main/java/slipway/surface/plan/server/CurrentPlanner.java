package slipway.surface.plan.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slipway.catalog.Calibration;
import slipway.evidence.EvidenceDocument;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceStore;
import slipway.plan.Planner;

/**
 * The room that plans, as this server asks it: with the owner's own catalog, what was measured here, and the
 * calibration in force. Its tables are read when somebody first needs them. Safe for use by many threads.
 */
public final class CurrentPlanner {

    /** Of more nodes than most have, the newest. */
    private static final int REMEMBERED = 500;

    private final Path catalog;
    private final EvidenceStore evidenceStore;
    private @Nullable Planner bare;
    private @Nullable Planner told;
    private @Nullable Basis known;

    /**
     * @param catalog the folder in which the owner's own rows of the catalog may lie
     */
    public CurrentPlanner(Path catalog, EvidenceStore evidenceStore) {
        this.catalog = catalog;
        this.evidenceStore = evidenceStore;
    }

    /** By the model alone. */
    public synchronized Planner alone() {
        Planner known = bare == null ? Planner.withFolder(catalog) : bare;
        bare = known;
        return known;
    }

    /** As everybody is told. The same again as long as nothing was learnt. */
    public synchronized Planner corrected() {
        var basis =
                new Basis(
                        number(),
                        evidenceStore.newest(
                                Kind.MEASUREMENT, Optional.empty(), REMEMBERED, _ -> true));
        if (!basis.equals(known)) {
            told =
                    alone().withMeasurements(MeasurementHandlers.measurements(basis.measured))
                            .withCalibration(calibration());
            known = basis;
        }
        return Objects.requireNonNull(told);
    }

    /** What a plan is corrected by. */
    private record Basis(long calibration, List<EvidenceDocument> measured) {}

    /** The one in force. */
    Calibration calibration() {
        return evidenceStore
                .inForce()
                .map(it -> EvidenceJson.read(it.body(), Calibration.class))
                .orElse(Calibration.NONE);
    }

    /** Its number, or 0. */
    long number() {
        return evidenceStore.numberInForce();
    }
}
