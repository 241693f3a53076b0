package slipway.plan;

import java.util.Optional;
import slipway.base.Estimate;
import slipway.catalog.Calibration;
import slipway.catalog.Catalog;
import slipway.catalog.TokenRate;
import slipway.plan.acceptance.Measurements;
import slipway.plan.acceptance.Measurements.Delivered;

/**
 * What is known of the machines beyond their papers. Where finished workloads have corrected a type, what was measured
 * of it is not reckoned with as well: the workloads ran on those very machines, and the same slowness would count
 * twice.
 */
record MeasuredCorrections(Measurements measured, Calibration calibration) {

    static final MeasuredCorrections NONE =
            new MeasuredCorrections(Measurements.NONE, Calibration.NONE);

    Optional<Delivered> delivered(Catalog catalog, String provider, String type) {
        boolean calibrated =
                provider.equals(Measurements.OWN) && calibration.factor(type).isPresent();
        return calibrated ? Optional.empty() : measured.of(catalog, provider, type);
    }

    /** Of accelerators that people have. */
    Estimate<TokenRate> here(String type, Estimate<TokenRate> rate) {
        return calibration.correct(type, rate);
    }
}
