package slipway.plan.evaluation;

import slipway.plan.table.StatedValues;

/**
 * A training run on one accelerator with eager PyTorch.
 *
 * @param microBatch sequences of a micro-batch
 * @param mixedPrecision whether autocast keeps 32-bit weights (mixed precision); else everything is bf16
 * @param recompute whether every layer's forward pass runs again in the backward pass
 * @param parameters number of parameters
 */
public record SingleRun(
        Shape shape,
        double seq,
        double microBatch,
        boolean mixedPrecision,
        boolean recompute,
        double parameters) {

    /**
     * The shape of the model.
     *
     * @param kvHeads heads of keys and values
     * @param gated 1 where the feed-forward part has a gate matrix, else 0
     */
    public record Shape(
            double layers,
            double hidden,
            double heads,
            double kvHeads,
            double ffn,
            double vocabulary,
            double gated) {

        /** The width of keys and of values. */
        double keyWidth() {
            return hidden * kvHeads / heads;
        }

        private double countedParameters() {
            double layer =
                    2 * hidden * hidden
                            + 2 * hidden * keyWidth()
                            + (2 + gated) * hidden * ffn
                            + 2 * hidden;
            return layers * layer + 2 * vocabulary * hidden;
        }
    }

    public static SingleRun of(StatedValues statedValues) {
        var shape =
                new Shape(
                        statedValues.number("layers", 0),
                        statedValues.number("hidden", 0),
                        statedValues.number("heads", 0),
                        statedValues.number("kv_heads", statedValues.number("heads", 0)),
                        statedValues.number("ffn", 0),
                        statedValues.number("vocab", 0),
                        statedValues.number("gated", 0));
        return new SingleRun(
                shape,
                statedValues.number("seq", 0),
                statedValues.number("micro_batch", 0),
                statedValues.text("precision").equals("amp"),
                statedValues.number("act_ckpt", 0) > 0,
                statedValues.number("params", shape.countedParameters()));
    }

    SingleRun withParameters(double count) {
        return new SingleRun(shape, seq, microBatch, mixedPrecision, recompute, count);
    }

    /** The same run with another micro-batch. */
    public SingleRun withMicroBatch(double sequences) {
        return new SingleRun(shape, seq, sequences, mixedPrecision, recompute, parameters);
    }

    public double tokens() {
        return microBatch * seq;
    }
}
