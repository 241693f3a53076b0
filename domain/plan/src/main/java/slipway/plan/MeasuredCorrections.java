package slipway.plan;

import java.util.Optional;
import slipway.base.Estimate;
import slipway.catalog.Calibration;
import slipway.catalog.Catalog;
import slipway.catalog.TokenRate;
import slipway.plan.acceptance.Measurements;
import slipway.plan.acceptance.Measurements.Delivered;

/**
 * Corrections of the catalog's rates: measurements of the acceptance test and calibrations by finished workloads. A
 * calibrated type ignores its measurements: the workloads ran on the same machines, so the same slowness would count
 * twice.
 */
record MeasuredCorrections(Measurements measured, Calibration calibration) {

    static final MeasuredCorrections NONE =
            new MeasuredCorrections(Measurements.NONE, Calibration.NONE);

    Optional<Delivered> delivered(Catalog catalog, String provider, String type) {
        boolean calibrated =
                provider.equals(Measurements.OWN) && calibration.factor(type).isPresent();
        return calibrated ? Optional.empty() : measured.delivered(catalog, provider, type);
    }

    /** The calibrated rate of the team's own accelerators. */
    Estimate<TokenRate> calibrated(String type, Estimate<TokenRate> rate) {
        return calibration.correct(type, rate);
    }
}
