package slipway.spec.workload;

import java.nio.file.Path;
import java.time.Duration;
import slipway.spec.Key;
import slipway.spec.Notation;
import slipway.spec.Shape;
import slipway.spec.Type;
import slipway.spec.Values;
import slipway.spec.workload.Checkpoint.Signal;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The block {@code checkpoint:}. */
final class CheckpointBlock {

    static final Key<Path> DIRECTORY =
            Key.of(
                    "directory",
                    Type.path(),
                    "Where it saves, if not in the folder that SLIPWAY_CHECKPOINT_DIR names.");
    static final Key<Duration> EVERY =
            Key.of(
                            "every",
                            Type.duration(),
                            "How often it saves by itself. Left out, only when it is told to stop.")
                    .example("30m");
    static final Key<Signal> SIGNAL =
            Key.of(
                            "signal",
                            Type.choice(Signal.class),
                            "What its worker processes get when it is time to save; the file that SLIPWAY_NOTICE"
                                    + " names is there in any case.")
                    .or("none");
    static final Key<Duration> NOTICE =
            Key.of(
                            "notice",
                            Type.duration(),
                            "How long it is given to save when it must stop. Left out, what the cluster's policy"
                                    + " says.")
                    .example("2m");
    static final Shape SHAPE = Shape.of(EVERY, SIGNAL, NOTICE, DIRECTORY);

    private CheckpointBlock() {}

    static Checkpoint read(Values block) {
        return new Checkpoint(
                block.find(DIRECTORY).map(Path::toString),
                block.find(EVERY),
                block.get(SIGNAL),
                block.find(NOTICE));
    }

    static ObjectNode json(Checkpoint checkpointSpec) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        checkpointSpec.every().ifPresent(every -> json.put(EVERY.name(), Notation.duration(every)));
        json.put(SIGNAL.name(), WorkloadJson.word(checkpointSpec.signal()));
        checkpointSpec
                .notice()
                .ifPresent(notice -> json.put(NOTICE.name(), Notation.duration(notice)));
        checkpointSpec.directory().ifPresent(folder -> json.put(DIRECTORY.name(), folder));
        return json;
    }
}
