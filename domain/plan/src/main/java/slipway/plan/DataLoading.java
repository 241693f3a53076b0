package slipway.plan;

import java.util.Optional;
import slipway.base.Bytes;
import slipway.plan.training.TrainingTask;

/**
 * What a run reads. Tokens are read ahead while a step computes, so a run waits only for what takes longer than that.
 *
 * @param needed bytes a second that all machines together read
 * @param there what the storage gives; empty where nobody told
 * @param waits seconds of each step in which there is nothing to compute
 */
public record DataLoading(Bytes needed, Optional<Bytes> there, double waits) {

    /** Numbers of tokens are kept in four bytes each. */
    private static final double TOKEN = 4;

    /**
     * @param seconds of a step that never waits
     */
    static DataLoading of(TrainingTask trainingTask, double seconds, Optional<Bytes> there) {
        double size = trainingTask.tokensOfStep() * TOKEN;
        double reads = there.map(it -> size / Math.max(1, it.count())).orElse(0.0);
        return new DataLoading(
                new Bytes(Math.max(1, Math.round(size / seconds))),
                there,
                Math.max(0, reads - seconds));
    }

    /** All that is there to read. */
    static Bytes data(TrainingTask trainingTask) {
        return new Bytes(Math.round(trainingTask.tokens() * TOKEN));
    }
}
