package slipway.plan.money;

import java.util.Optional;
import slipway.base.Money;
import slipway.catalog.AcceleratorType;
import slipway.catalog.OwnHardware;

/**
 * The cost of a purchased accelerator where the team states none: the list price and typical costs around it.
 * Everything but list price and power is assumed.
 */
public final class PurchasePrice {

    /** Machine, network and rack add a fifth. */
    private static final double SYSTEM_FACTOR = 1.2;

    private static final int YEARS = 4;

    /** The residual value: a tenth of the purchase price. */
    private static final double RESIDUAL_SHARE = 0.1;

    /** Processors, fans and switches add half to the power. */
    private static final double SYSTEM_POWER_FACTOR = 1.5;

    private static final double PUE = 1.3;
    private static final Money KILOWATT_HOUR = Money.cents(12, "USD");
    private static final Money SPACE = Money.dollars(60);
    private static final Money STAFF = Money.dollars(90);

    private PurchasePrice() {}

    /** The typical cost of owning this type; empty without a list price or power. */
    public static Optional<OwnHardware> typical(AcceleratorType type) {
        if (type.watts().isEmpty()) {
            return Optional.empty();
        }
        int watts = (int) Math.round(type.watts().getAsInt() * SYSTEM_POWER_FACTOR);
        return type.release()
                .listPrice()
                .map(
                        list ->
                                typical(
                                        type.type(),
                                        IntervalArithmetic.times(list, SYSTEM_FACTOR),
                                        watts));
    }

    private static OwnHardware typical(String type, Money purchase, int watts) {
        return new OwnHardware(
                "bought",
                type,
                new OwnHardware.Purchase(
                        purchase, YEARS, IntervalArithmetic.times(purchase, RESIDUAL_SHARE)),
                new OwnHardware.PowerUse(watts, PUE, KILOWATT_HOUR),
                SPACE,
                STAFF);
    }
}
