package slipway.plan.serving;

import slipway.plan.table.FitSource;
import slipway.plan.table.FittedCoefficients;

/**
 * The physical model of serving. A step of decoding reads the weights once and the cache of every request; prefill
 * computes. Where both share the accelerators each waits for the other, and where more requests come than memory holds
 * the rest wait for a slot.
 */
final class ServingPhysics {

    private static final double MICRO = 1e-6;
    private static final double MILLI = 1e-3;
    private static final double LINK = 450e9;
    private static final double MOST = 2_048;
    private static final double REACHED = 0.5;
    private static final double REACHED_WITH_EXPERTS = 0.25;
    private static final double FEW = 0.2;
    private static final int ROUNDS = 12;

    private final FittedCoefficients c;
    private final double weights;
    private final double cache;
    private final double rate;
    private final double launch;
    private final double reduce;
    private final double mixed;

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
        this.mixed = c.of("mixed");
    }

    LatencyTimes of(ServingScenario it) {
        double requests = requests(it);
        double batch = waits(it) ? smallest(requests, slots(it)) : requests;
        LatencyTimes alone = seconds(it, batch);
        double served = alone.first() + it.output() * alone.each();
        return new LatencyTimes(
                alone.first() + (requests / batch - 1) * served, alone.each(), requests);
    }

    /** Requests that memory holds at once, each half way through its answer. */
    double slots(ServingScenario it) {
        return Math.max(1, c.of("slots") * held(it));
    }

    /** One step of decoding for so many requests, each with so many tokens behind it. */
    double step(ServingDeployment it, double batch, double context) {
        ServedModel servedModel = it.body();
        double touched = 1 - Math.pow(1 - servedModel.touched(), batch);
        double bandwidth = it.cards() * it.card().bytesPerSecond();
        double read = (servedModel.dense() + servedModel.routed() * touched) * it.weight().bytes();
        double keys = batch * context * it.bytesPerToken();
        double compute =
                2
                        * servedModel.active()
                        * batch
                        / (it.cards() * it.card().peak(it.weight()) * rate);
        return Math.hypot(read / (bandwidth * weights) + keys / (bandwidth * cache), compute)
                + servedModel.layers() * (launch + (it.cards() > 1 ? reduce : 0)) * MICRO;
    }

    /** One request's prefill, with nobody else there. */
    double prefill(ServingDeployment it, double input) {
        ServedModel servedModel = it.body();
        double cards = it.prefillCards();
        double read =
                (servedModel.dense()
                                + servedModel.routed() * Math.min(1, servedModel.touched() * input))
                        * it.weight().bytes();
        double sent =
                cards > 1 ? 4 * input * servedModel.hidden() * servedModel.layers() / LINK : 0;
        return least(it, input) / c.of("prefill")
                + read / (cards * it.card().bytesPerSecond() * weights)
                + c.of("exchange") * sent;
    }

    /** The same if the accelerators reached their peak and read nothing. */
    double least(ServingDeployment it, double input) {
        ServedModel servedModel = it.body();
        double operations =
                2 * servedModel.active() * input
                        + 2 * input * input * servedModel.layers() * servedModel.hidden();
        return operations / (it.prefillCards() * it.card().peak(it.weight()));
    }

    /** The same of one token of decoding. */
    double leastToken(ServingDeployment it) {
        return 2 * it.body().active() / (it.cards() * it.card().peak(it.weight()));
    }

    /**
     * The share of the peak, over all tokens that come and go, that accelerators reach with many requests at once.
     * Tables of as many requests as memory holds show little more: dense models 0.47 on H100 and 0.57 on H200 in fp8,
     * 0.65 on A100 in bf16; 0.46 where a token meets a fourth of the experts, 0.26 where it meets few. What is learnt
     * from fewer requests at once would pass it.
     */
    static double reached(ServedModel servedModel) {
        boolean meetsFew = servedModel.touched() > 0 && servedModel.touched() < FEW;
        return meetsFew ? REACHED_WITH_EXPERTS : REACHED;
    }

    /** The share of others' prefill that decoding waits for. */
    double mixed() {
        return mixed;
    }

    /** Before the first token, whatever is asked. */
    double fixed(ServingDeployment it) {
        return MILLI
                * (it.mode() == BatchingMode.STATIC ? c.of("start") : c.of("fixed_" + kin(it)));
    }

    private double requests(ServingScenario it) {
        RequestLoad requestLoad = it.load();
        if (requestLoad.isOffline()) {
            return Math.clamp(c.of("offline") * held(it), 1, MOST);
        }
        return requestLoad.isRate()
                ? inTheSystem(it)
                : Math.max(1, requestLoad.isSaid() ? requestLoad.value() : 1);
    }

    /** Requests in the system are those that come in the time that each is there. */
    private double inTheSystem(ServingScenario it) {
        double requests = 1;
        for (int round = 0; round < ROUNDS; round++) {
            LatencyTimes latencyTimes = seconds(it, requests);
            double come =
                    it.load().value() * (latencyTimes.first() + it.output() * latencyTimes.each());
            requests = Math.clamp(0.5 * requests + 0.5 * come, 1, MOST);
        }
        return requests;
    }

    /** A disaggregated table does not say how many decode, so nothing follows from their memory. */
    private static boolean waits(ServingScenario it) {
        return it.deployment().mode() == BatchingMode.AGGREGATED
                && !it.load().isOffline()
                && !it.load().isRate();
    }

    private static double smallest(double requests, double slots) {
        return requests / Math.pow(1 + Math.pow(requests / slots, 8), 0.125);
    }

    private static double held(ServingScenario it) {
        return it.deployment().room() / it.deployment().bytesPerToken() / it.context();
    }

    private LatencyTimes seconds(ServingScenario it, double batch) {
        ServingDeployment by = it.deployment();
        double prefill = prefill(by, it.input());
        double others =
                by.mode() == BatchingMode.AGGREGATED ? mixed * batch * prefill / it.output() : 0;
        double queue = c.of("queue_" + kin(by)) * Math.pow(batch - 1, c.of("crowd"));
        double first = prefill * (by.mode() == BatchingMode.STATIC ? batch : 1 + queue);
        return new LatencyTimes(first + fixed(by), step(by, batch, it.context()) + others, batch);
    }

    /** Whose scheduler it is most like. */
    private static String kin(ServingDeployment it) {
        return switch (it.family()) {
            case "vllm" -> "vllm";
            case "sglang" -> "sglang";
            default -> "trtllm";
        };
    }
}
