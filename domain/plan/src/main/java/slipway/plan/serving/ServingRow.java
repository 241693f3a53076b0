package slipway.plan.serving;

/** The result of parsing a measured row. */
public sealed interface ServingRow {

    /**
     * @param assumed whether the precision or the number of accelerators had to be assumed
     */
    record Complete(ServingScenario scenario, boolean assumed) implements ServingRow {}

    /**
     * @param reason why the row is incomplete, without a full stop
     */
    record Incomplete(String reason) implements ServingRow {}
}
