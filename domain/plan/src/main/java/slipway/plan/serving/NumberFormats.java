package slipway.plan.serving;

/** The number formats of a deployment. */
public record NumberFormats(WeightFormat weights, KvCacheFormat kvCache) {

    /** The formats of a framework that nothing else is asked of. */
    static NumberFormats ofFramework(String framework, WeightFormat weights) {
        String family = ServingDeployment.familyOf(framework);
        return new NumberFormats(weights, KvCacheFormat.ofFramework(family, weights));
    }

    /** {@code fp8}, or {@code fp8, KV cache in bf16} where they differ. */
    public String describe() {
        return weights.word().equals(kvCache.word())
                ? weights.word()
                : "%s, KV cache in %s".formatted(weights.word(), kvCache.word());
    }
}
