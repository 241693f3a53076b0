package slipway.plan.serving;

/** What came of reading a measured row. */
public sealed interface Read {

    /**
     * @param assumed whether numbers or accelerators had to be assumed
     */
    record Whole(Situation situation, boolean assumed) implements Read {}

    /**
     * @param reason why nothing can be said of it, without a point
     */
    record Not(String reason) implements Read {}
}
