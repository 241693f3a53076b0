package slipway.plan.serving;

import slipway.plan.table.FitSource;
import slipway.plan.table.FittedCoefficients;

/**
 * The physical model of serving. A decode step reads the weights once and the KV cache of each request; prefill is
 * bound by computing. Where both share the accelerators, each delays the other; where more requests arrive than memory
 * holds, the rest wait for a slot.
 */
final class ServingPhysics {

    private static final double MICRO = 1e-6;
    private static final double MILLI = 1e-3;
    private static final double LINK = 450e9;
    private static final double MAX_CONCURRENCY = 2_048;
    private static final double REACHED = 0.5;
    private static final double REACHED_WITH_EXPERTS = 0.25;
    private static final double FEW_EXPERTS = 0.2;
    private static final int ROUNDS = 12;

    private final FittedCoefficients c;
    private final double weights;
    private final double cache;
    private final double rate;
    private final double launch;
    private final double reduce;
    private final double prefillShare;

    ServingPhysics() {
        this(FitSource.BUNDLED);
    }

    ServingPhysics(FitSource fitSource) {
        this.c = fitSource.coefficients("serve.tsv");
        this.weights = c.of("weights");
        this.cache = c.of("cache");
        this.rate = c.of("rate");
        this.launch = c.of("launch");
        this.reduce = c.of("reduce");
        this.prefillShare = c.of("mixed");
    }

    LatencyTimes latency(ServingScenario it) {
        double requests = concurrency(it);
        double batch = queuesForMemory(it) ? softMinimum(requests, slots(it)) : requests;
        LatencyTimes alone = latencyAt(it, batch);
        double served = alone.ttft() + it.output() * alone.tpot();
        return new LatencyTimes(
                alone.ttft() + (requests / batch - 1) * served, alone.tpot(), requests);
    }

    /** Requests that memory holds at once, each half way through its answer. */
    double slots(ServingScenario it) {
        return Math.max(1, c.of("slots") * requestsInMemory(it));
    }

    /** Seconds of one decode step for a batch of requests with a mean context. */
    double step(ServingDeployment it, double batch, double context) {
        ServedModel servedModel = it.model();
        double touched = 1 - Math.pow(1 - servedModel.parameters().expertShare(), batch);
        double bandwidth = it.accelerators() * it.accelerator().bytesPerSecond();
        double read =
                (servedModel.parameters().dense() + servedModel.parameters().experts() * touched)
                        * it.formats().weights().bytes();
        double keys = batch * it.cacheBytes(context);
        double compute =
                2
                        * servedModel.parameters().active()
                        * batch
                        / (it.accelerators()
                                * it.accelerator().peak(it.formats().weights())
                                * rate);
        return Math.hypot(read / (bandwidth * weights) + keys / (bandwidth * cache), compute)
                + servedModel.layers() * (launch + (it.accelerators() > 1 ? reduce : 0)) * MICRO;
    }

    /** Seconds of the prefill of one request without others. */
    double prefill(ServingDeployment it, double input) {
        ServedModel servedModel = it.model();
        double cards = it.prefillAccelerators();
        double read =
                (servedModel.parameters().dense()
                                + servedModel.parameters().experts()
                                        * Math.min(
                                                1, servedModel.parameters().expertShare() * input))
                        * it.formats().weights().bytes();
        double sent =
                cards > 1 ? 4 * input * servedModel.hidden() * servedModel.layers() / LINK : 0;
        return leastPrefill(it, input) / c.of("prefill")
                + read / (cards * it.accelerator().bytesPerSecond() * weights)
                + c.of("exchange") * sent;
    }

    /** The same if the accelerators reached their peak and read nothing. */
    double leastPrefill(ServingDeployment it, double input) {
        ServedModel servedModel = it.model();
        double operations =
                2 * servedModel.parameters().active() * input
                        + 4 * servedModel.attendedPairs(input) * servedModel.hidden();
        return operations
                / (it.prefillAccelerators() * it.accelerator().peak(it.formats().weights()));
    }

    /** The same lower bound for one output token. */
    double leastDecode(ServingDeployment it) {
        return 2
                * it.model().parameters().active()
                / (it.accelerators() * it.accelerator().peak(it.formats().weights()));
    }

    /**
     * The share of peak operations that accelerators reach with many concurrent requests, over all tokens in and out.
     * Tables with as many requests as memory holds show little more: dense models 0.47 on H100 and 0.57 on H200 in fp8,
     * 0.65 on A100 in bf16; 0.46 where a token uses a fourth of the experts, 0.26 where it uses few. Extrapolating from
     * fewer requests would exceed it.
     */
    static double reachedShare(ServedModel servedModel) {
        boolean meetsFew =
                servedModel.parameters().expertShare() > 0
                        && servedModel.parameters().expertShare() < FEW_EXPERTS;
        return meetsFew ? REACHED_WITH_EXPERTS : REACHED;
    }

    /** The share of other requests' prefill that delays decoding. */
    double prefillShare() {
        return prefillShare;
    }

    /** Seconds before the first token for any request. */
    double fixedDelay(ServingDeployment it) {
        return MILLI
                * (it.mode() == BatchingMode.STATIC
                        ? c.of("start")
                        : c.of("fixed_" + schedulerFamily(it)));
    }

    private double concurrency(ServingScenario it) {
        RequestLoad requestLoad = it.load();
        if (requestLoad.isOffline()) {
            return Math.clamp(c.of("offline") * requestsInMemory(it), 1, MAX_CONCURRENCY);
        }
        return requestLoad.isRate()
                ? concurrencyAtRate(it)
                : Math.max(1, requestLoad.isStated() ? requestLoad.value() : 1);
    }

    /** Little's law: concurrency is the rate times the latency. */
    private double concurrencyAtRate(ServingScenario it) {
        double requests = 1;
        for (int round = 0; round < ROUNDS; round++) {
            LatencyTimes latencyTimes = latencyAt(it, requests);
            double come =
                    it.load().value() * (latencyTimes.ttft() + it.output() * latencyTimes.tpot());
            requests = Math.clamp(0.5 * requests + 0.5 * come, 1, MAX_CONCURRENCY);
        }
        return requests;
    }

    /**
     * Whether requests queue for memory. Disaggregated tables do not state how many accelerators decode, so nothing
     * follows from their memory.
     */
    private static boolean queuesForMemory(ServingScenario it) {
        return it.deployment().mode() == BatchingMode.AGGREGATED
                && !it.load().isOffline()
                && !it.load().isRate();
    }

    private static double softMinimum(double requests, double slots) {
        return requests / Math.pow(1 + Math.pow(requests / slots, 8), 0.125);
    }

    private static double requestsInMemory(ServingScenario it) {
        return it.deployment().kvCacheBytes() / it.deployment().cacheBytes(it.meanContext());
    }

    private LatencyTimes latencyAt(ServingScenario it, double batch) {
        ServingDeployment by = it.deployment();
        double prefill = prefill(by, it.input());
        double others =
                by.mode() == BatchingMode.AGGREGATED
                        ? prefillShare * batch * prefill / it.output()
                        : 0;
        double queue = c.of("queue_" + schedulerFamily(by)) * Math.pow(batch - 1, c.of("crowd"));
        double first = prefill * (by.mode() == BatchingMode.STATIC ? batch : 1 + queue);
        return new LatencyTimes(
                first + fixedDelay(by), step(by, batch, it.meanContext()) + others, batch);
    }

    /** The framework whose scheduler is most similar. */
    private static String schedulerFamily(ServingDeployment it) {
        return switch (it.family()) {
            case "vllm" -> "vllm";
            case "sglang" -> "sglang";
            default -> "trtllm";
        };
    }
}
