package slipway.spec.workload;

import java.time.Duration;
import slipway.spec.Key;
import slipway.spec.Notation;
import slipway.spec.Shape;
import slipway.spec.Type;
import slipway.spec.Values;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The block {@code pilot:}. */
final class PilotBlock {

    static final Key<Integer> STEPS =
            Key.of(
                            "steps",
                            Type.wholeNumber(Pilot.FEWEST, Pilot.MOST),
                            "It is ended after so many steps.")
                    .or(Integer.toString(Pilot.USUAL));
    static final Key<Duration> PATIENCE =
            Key.of("patience", Type.duration(), "It is ended when it says no new step for so long.")
                    .or("30m");
    static final Shape SHAPE = Shape.of(STEPS, PATIENCE);

    private PilotBlock() {}

    static Pilot read(Values block) {
        return new Pilot(block.get(STEPS), block.get(PATIENCE));
    }

    static ObjectNode json(Pilot pilotSpec) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(STEPS.name(), pilotSpec.steps());
        json.put(PATIENCE.name(), Notation.duration(pilotSpec.patience()));
        return json;
    }
}
