package slipway.plan.serving;

import slipway.base.Bytes;

/**
 * Memory of one replica, summed over its accelerators: weights, KV cache and software.
 *
 * @param weights bytes of the weights
 * @param kvCache bytes left for the KV cache
 * @param software bytes of buffers and CUDA graphs
 * @param perRequest KV cache of one request half way through its answer
 * @param maxRequests most concurrent requests
 */
public record ReplicaMemory(
        Bytes total,
        Bytes weights,
        Bytes kvCache,
        Bytes software,
        Bytes perRequest,
        int maxRequests) {

    private static final double FOR_SOFTWARE = 0.1;

    /** The most concurrent requests that serving schedulers allow by default. */
    private static final int MAX_REQUESTS = 512;

    static ReplicaMemory of(ServingScenario it, double slots) {
        ServingDeployment by = it.deployment();
        double total = by.accelerator().bytes() * by.accelerators();
        double weights =
                by.model().parameters().multiplied() * by.formats().weights().bytes()
                        + by.model().parameters().embedding() * WeightFormat.SIXTEEN.bytes();
        double left = Math.max(0, (1 - FOR_SOFTWARE) * total - weights);
        double full = by.cacheBytes(it.input() + it.output());
        double half = by.cacheBytes(it.meanContext());
        return new ReplicaMemory(
                bytes(total),
                bytes(weights),
                bytes(left),
                bytes(FOR_SOFTWARE * total),
                bytes(half),
                left < full ? 0 : (int) Math.clamp(Math.min(slots, left / half), 1, MAX_REQUESTS));
    }

    /** The KV cache of a number of requests, each half way through its answer. */
    public Bytes kvCacheOf(double present) {
        return bytes(present * perRequest.count());
    }

    /** Whether the weights and at least one request fit. */
    public boolean fits() {
        return maxRequests > 0;
    }

    private static Bytes bytes(double count) {
        return new Bytes(Math.round(count));
    }
}
