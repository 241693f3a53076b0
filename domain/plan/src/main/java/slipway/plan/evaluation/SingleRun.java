package slipway.plan.evaluation;

import slipway.plan.table.StatedValues;

/**
 * Training on one accelerator in eager PyTorch.
 *
 * @param kv heads of keys and values
 * @param gated 1 where the feed-forward part has a third matrix, else 0
 * @param micro sequences at once
 * @param mixed whether autocast keeps weights in 32 bits; else everything is bf16
 * @param again whether every layer's forward pass is done again in the backward pass
 * @param parameters all weights
 */
public record SingleRun(
        double layers,
        double hidden,
        double heads,
        double kv,
        double ffn,
        double vocabulary,
        double gated,
        double seq,
        double micro,
        boolean mixed,
        boolean again,
        double parameters) {

    public static SingleRun of(StatedValues statedValues) {
        var run =
                new SingleRun(
                        statedValues.number("layers", 0),
                        statedValues.number("hidden", 0),
                        statedValues.number("heads", 0),
                        statedValues.number("kv_heads", statedValues.number("heads", 0)),
                        statedValues.number("ffn", 0),
                        statedValues.number("vocab", 0),
                        statedValues.number("gated", 0),
                        statedValues.number("seq", 0),
                        statedValues.number("micro_batch", 0),
                        statedValues.text("precision").equals("amp"),
                        statedValues.number("act_ckpt", 0) > 0,
                        0);
        return run.withParameters(statedValues.number("params", run.counted()));
    }

    SingleRun withParameters(double count) {
        return new SingleRun(
                layers, hidden, heads, kv, ffn, vocabulary, gated, seq, micro, mixed, again, count);
    }

    /** The same with so many sequences at once. */
    public SingleRun taking(double sequences) {
        return new SingleRun(
                layers,
                hidden,
                heads,
                kv,
                ffn,
                vocabulary,
                gated,
                seq,
                sequences,
                mixed,
                again,
                parameters);
    }

    public double tokens() {
        return micro * seq;
    }

    /** The width of keys and of values. */
    double keys() {
        return hidden * kv / heads;
    }

    private double counted() {
        double layer =
                2 * hidden * hidden + 2 * hidden * keys() + (2 + gated) * hidden * ffn + 2 * hidden;
        return layers * layer + 2 * vocabulary * hidden;
    }
}
