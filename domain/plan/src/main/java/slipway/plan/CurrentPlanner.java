package slipway.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slipway.catalog.Calibration;
import slipway.plan.acceptance.MeasurementRecord;
import slipway.plan.acceptance.Measurements;

/**
 * The planner of a server: with the administrator's catalog files, the measurements of this cluster and the calibration
 * in force. It reads its tables when they are first needed. Safe for use by many threads.
 */
public final class CurrentPlanner {

    private final Path catalog;
    private final Supplier<Corrections> corrections;
    private @Nullable Planner uncorrected;
    private @Nullable Planner corrected;
    private @Nullable Corrections applied;

    /**
     * The evidence that corrects the model.
     *
     * @param measurements the stored form of {@link MeasurementRecord}s
     */
    public record Corrections(Calibration calibration, List<String> measurements) {

        public Corrections {
            measurements = List.copyOf(measurements);
        }

        private Planner applyTo(Planner planner) {
            var entries =
                    measurements.stream()
                            .map(MeasurementRecord::read)
                            .flatMap(it -> it.entries().stream())
                            .toList();
            return planner.withMeasurements(new Measurements(entries)).withCalibration(calibration);
        }
    }

    /**
     * @param catalog the folder of the administrator's catalog files
     * @param corrections the current evidence
     */
    public CurrentPlanner(Path catalog, Supplier<Corrections> corrections) {
        this.catalog = catalog;
        this.corrections = corrections;
    }

    /** The planner without corrections: the model alone. */
    public synchronized Planner uncorrected() {
        Planner known = uncorrected == null ? Planner.withFolder(catalog) : uncorrected;
        uncorrected = known;
        return known;
    }

    /** The planner with the current corrections; the same object while these stay the same. */
    public synchronized Planner corrected() {
        Corrections current = corrections.get();
        if (!current.equals(applied)) {
            corrected = current.applyTo(uncorrected());
            applied = current;
        }
        return Objects.requireNonNull(corrected);
    }
}
