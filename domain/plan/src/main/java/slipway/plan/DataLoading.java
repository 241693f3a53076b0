package slipway.plan;

import java.util.Optional;
import slipway.base.Bytes;
import slipway.plan.training.TrainingTask;

/**
 * The data that a run reads. Reads overlap with computing, so a step stalls only for reads that take longer than it.
 *
 * @param required bytes per second that all machines together read
 * @param available bytes per second of the storage; empty where it is unknown
 * @param stallSeconds seconds of each step without work
 */
public record DataLoading(Bytes required, Optional<Bytes> available, double stallSeconds) {

    /** Bytes of one token id. */
    private static final double BYTES_PER_TOKEN = 4;

    /**
     * @param seconds seconds of a step that never stalls
     */
    static DataLoading of(TrainingTask trainingTask, double seconds, Optional<Bytes> available) {
        double size = trainingTask.tokensPerStep() * BYTES_PER_TOKEN;
        double reads = available.map(it -> size / Math.max(1, it.count())).orElse(0.0);
        return new DataLoading(
                new Bytes(Math.max(1, Math.round(size / seconds))),
                available,
                Math.max(0, reads - seconds));
    }

    /** The size of the data set. */
    static Bytes datasetSize(TrainingTask trainingTask) {
        return new Bytes(Math.round(trainingTask.tokens() * BYTES_PER_TOKEN));
    }
}
