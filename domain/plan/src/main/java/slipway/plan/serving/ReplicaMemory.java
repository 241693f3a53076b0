package slipway.plan.serving;

import slipway.base.Bytes;

/**
 * Memory of one replica, summed over its accelerators: weights, KV cache and software.
 *
 * @param weights of the model
 * @param room bytes left for the KV cache
 * @param software its buffers and the graphs of its kernels
 * @param perRequest keys and values of one request half way through its answer
 * @param requests so many there may be at once
 */
public record ReplicaMemory(
        Bytes total, Bytes weights, Bytes room, Bytes software, Bytes perRequest, int requests) {

    private static final double FOR_SOFTWARE = 0.1;

    /** More at once than schedulers allow. */
    private static final int MOST = 512;

    static ReplicaMemory of(ServingScenario it, double slots) {
        ServingDeployment by = it.deployment();
        double total = by.card().bytes() * by.cards();
        double weights =
                by.body().weights() * by.weight().bytes()
                        + by.body().looked() * WeightFormat.SIXTEEN.bytes();
        double left = Math.max(0, (1 - FOR_SOFTWARE) * total - weights);
        double full = (it.input() + it.output()) * by.bytesPerToken();
        double half = it.context() * by.bytesPerToken();
        return new ReplicaMemory(
                bytes(total),
                bytes(weights),
                bytes(left),
                bytes(FOR_SOFTWARE * total),
                bytes(half),
                left < full ? 0 : (int) Math.clamp(Math.min(slots, left / half), 1, MOST));
    }

    /** Keys and values of so many requests, each half way through its answer. */
    public Bytes keys(double present) {
        return bytes(present * perRequest.count());
    }

    /** Whether the weights and at least one request have a place. */
    public boolean fits() {
        return requests > 0;
    }

    private static Bytes bytes(double count) {
        return new Bytes(Math.round(count));
    }
}
