package slipway.plan.serving;

/**
 * What of a model has to be read and computed when it is served.
 *
 * @param key the name under which its shape was measured; the model's own where it never was
 * @param heads of attention: tensor parallel must divide them
 * @param active weights that one token is multiplied with
 * @param dense weights that every token meets
 * @param routed weights of the experts, of which a token meets some
 * @param touched the share of the experts that a token meets; 0 where there are none
 * @param looked weights in which a row is only looked up; they are never kept in fewer than sixteen bits
 * @param kept numbers that a token leaves in the cache, all layers together
 */
record ServedModel(
        String key,
        double layers,
        double hidden,
        int heads,
        double active,
        double dense,
        double routed,
        double touched,
        double looked,
        double kept) {

    /** All that a token may be multiplied with. */
    double weights() {
        return dense + routed;
    }
}
