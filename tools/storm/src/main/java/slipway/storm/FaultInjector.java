package slipway.storm;

import slipway.journal.MemoryStorage.Fault;
import slipway.journal.MemoryStorage.Point;
import slipway.journal.MemoryStorage.Weather;

/** Injects faults into one server, by the fault rates of the run and by chance. */
final class FaultInjector implements Weather {

    /**
     * Rates of faults per thousand points.
     *
     * @param crashAt the one point of the run at which the server dies for certain; negative for none
     */
    record FaultRates(int faults, int crashes, int delays, int crashAt) {
        static final int NEVER = -1;

        static FaultRates of(StormRandom stormRandom) {
            int[] rough = {0, 10, 50, 200};
            return new FaultRates(
                    rough[stormRandom.below(4)],
                    rough[stormRandom.below(3)] / 2,
                    rough[stormRandom.below(4)],
                    NEVER);
        }

        /** The same rates, with one crash at this point and no other. */
        FaultRates crashingAt(int point) {
            return new FaultRates(faults, 0, delays, point);
        }
    }

    private final StormRun stormRun;
    private final StormRandom stormRandom;
    private final FaultRates rates;

    FaultInjector(StormRun stormRun, StormRandom stormRandom, FaultRates climate) {
        this.stormRun = stormRun;
        this.stormRandom = stormRandom;
        this.rates = climate;
    }

    @Override
    public Fault at(Point point, long write) {
        if (stormRun.calm()) {
            return Fault.NONE;
        }
        if (stormRun.passPoint() == rates.crashAt() || stormRandom.chance(rates.crashes())) {
            stormRun.trace(() -> "the server dies at " + point + " of write " + write);
            return Fault.DIE;
        }
        if (stormRandom.chance(rates.delays())) {
            stormRun.interleave();
        }
        if (!stormRandom.chance(rates.faults())) {
            return Fault.NONE;
        }
        Fault fault = fault(point);
        stormRun.tally().faults++;
        stormRun.trace(() -> fault + " at " + point + " of write " + write);
        return fault;
    }

    private Fault fault(Point point) {
        return switch (stormRandom.below(4)) {
            case 0 -> Fault.FULL;
            case 1 -> Fault.FAIL;
            default -> point == Point.READ ? Fault.FAIL : Fault.CUT;
        };
    }
}
