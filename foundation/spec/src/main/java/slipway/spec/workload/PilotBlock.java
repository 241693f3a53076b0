package slipway.spec.workload;

import java.time.Duration;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Notation;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The block {@code pilot:}. */
final class PilotBlock {

    static final SpecKey<Integer> STEPS =
            SpecKey.of(
                            "steps",
                            ValueType.wholeNumber(PilotSpec.MIN_STEPS, PilotSpec.MAX_STEPS),
                            "Number of steps after which the pilot ends.")
                    .withDefault(Integer.toString(PilotSpec.DEFAULT_STEPS));
    static final SpecKey<Duration> PATIENCE =
            SpecKey.of(
                            "patience",
                            ValueType.duration(),
                            "The pilot ends after this time without a new step.")
                    .withDefault("30m");
    static final BlockSchema SCHEMA = BlockSchema.of(STEPS, PATIENCE);

    private PilotBlock() {}

    static PilotSpec read(BlockValues block) {
        return new PilotSpec(block.get(STEPS), block.get(PATIENCE));
    }

    static ObjectNode json(PilotSpec pilotSpec) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(STEPS.name(), pilotSpec.steps());
        json.put(PATIENCE.name(), Notation.duration(pilotSpec.patience()));
        return json;
    }
}
