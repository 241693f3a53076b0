package slipway.spec.workload;

import java.nio.file.Path;
import java.time.Duration;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Notation;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.spec.workload.CheckpointSpec.Signal;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The block {@code checkpoint:}. */
public final class CheckpointBlock {

    static final SpecKey<Path> DIRECTORY =
            SpecKey.of(
                    "directory",
                    ValueType.path(),
                    "Checkpoint directory. Default: the one in SLIPWAY_CHECKPOINT_DIR.");
    static final SpecKey<Duration> EVERY =
            SpecKey.of(
                            "every",
                            ValueType.duration(),
                            "Checkpoint interval. Default: only on a stop request.")
                    .example("30m");
    public static final SpecKey<Signal> SIGNAL =
            SpecKey.of(
                            "signal",
                            ValueType.choice(Signal.class),
                            "Signal to the worker processes when they must save. The file in"
                                    + " SLIPWAY_NOTICE appears in any case.")
                    .withDefault("none");
    public static final SpecKey<Duration> NOTICE =
            SpecKey.of(
                            "notice",
                            ValueType.duration(),
                            "Time to save before a stop. Default: the cluster's policy.")
                    .example("2m");
    static final BlockSchema SCHEMA = BlockSchema.of(EVERY, SIGNAL, NOTICE, DIRECTORY);

    private CheckpointBlock() {}

    static CheckpointSpec read(BlockValues block) {
        return new CheckpointSpec(
                block.find(DIRECTORY).map(Path::toString),
                block.find(EVERY),
                block.get(SIGNAL),
                block.find(NOTICE));
    }

    static ObjectNode json(CheckpointSpec checkpointSpec) {
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
