package slipway.plan.money;

import java.util.Optional;
import slipway.base.Money;
import slipway.catalog.AcceleratorType;
import slipway.catalog.OwnHardware;

/**
 * What an accelerator costs that a team buys, where the team does not say: its list price and what is usual around it.
 * Apart from list price and power all of it is assumed.
 */
public final class PurchasePrice {

    /** The machine, the network and the rack around it add a fifth. */
    private static final double AROUND = 1.2;

    private static final int YEARS = 4;

    /** A tenth of what was paid is left after that. */
    private static final double LEFT = 0.1;

    /** With processors, fans and switches half as much again is drawn. */
    private static final double WATTS = 1.5;

    private static final double PUE = 1.3;
    private static final Money KILOWATT_HOUR = Money.cents(12, "USD");
    private static final Money SPACE = Money.dollars(60);
    private static final Money PEOPLE = Money.dollars(90);

    private PurchasePrice() {}

    /** Empty where the catalog has no list price. */
    public static Optional<OwnHardware> usual(AcceleratorType type) {
        if (type.watts().isEmpty()) {
            return Optional.empty();
        }
        int watts = (int) Math.round(type.watts().getAsInt() * WATTS);
        return type.listPrice()
                .map(list -> usual(type.type(), IntervalArithmetic.times(list, AROUND), watts));
    }

    private static OwnHardware usual(String type, Money purchase, int watts) {
        return new OwnHardware(
                "bought",
                type,
                purchase,
                YEARS,
                IntervalArithmetic.times(purchase, LEFT),
                watts,
                PUE,
                KILOWATT_HOUR,
                SPACE,
                PEOPLE);
    }
}
