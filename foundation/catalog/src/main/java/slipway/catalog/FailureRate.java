package slipway.catalog;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How often machines with these accelerators failed for somebody who ran many of them. What was not told is empty.
 *
 * @param system who it was, or on what
 * @param interruptions which interruptions were counted: all, those of a network and so on
 * @param perThousandMachineDays for a thousand machines of eight accelerators, in a day
 * @param accelerators so many were watched
 * @param productiveShare the share of the time in which the work went on
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
