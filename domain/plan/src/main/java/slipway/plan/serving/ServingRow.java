package slipway.plan.serving;

/** What came of reading a measured row. */
public sealed interface ServingRow {

    /**
     * @param assumed whether numbers or accelerators had to be assumed
     */
    record Whole(ServingScenario situation, boolean assumed) implements ServingRow {}

    /**
     * @param reason why nothing can be said of it, without a point
     */
    record Not(String reason) implements ServingRow {}
}
