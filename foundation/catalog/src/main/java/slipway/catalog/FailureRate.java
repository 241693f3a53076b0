package slipway.catalog;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A published failure rate of machines with these accelerators. Unpublished figures are empty.
 *
 * @param system the operator or the system
 * @param interruptions the kind of interruptions that were counted: all, network and so on
 * @param perThousandMachineDays failures of a thousand machines of eight accelerators per day
 * @param accelerators number of observed accelerators
 * @param productiveShare share of time in which the work progressed
 */
public record FailureRate(
        String type,
        String system,
        String interruptions,
        double perThousandMachineDays,
        OptionalInt accelerators,
        OptionalInt days,
        OptionalDouble productiveShare,
        String source) {}
