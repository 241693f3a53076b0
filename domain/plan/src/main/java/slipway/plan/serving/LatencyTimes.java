package slipway.plan.serving;

/**
 * Latencies by the physical model, in seconds.
 *
 * @param ttft time to first token
 * @param tpot time per output token
 * @param concurrency number of concurrent requests
 */
record LatencyTimes(double ttft, double tpot, double concurrency) {

    double endToEnd(double output) {
        return ttft + (output - 1) * tpot;
    }
}
