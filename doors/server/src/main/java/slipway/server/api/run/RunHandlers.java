package slipway.server.api.run;

import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import slipway.run.Runner;
import slipway.server.api.Binding;

/** Everything about workloads and nodes. */
public final class RunHandlers {

    private final Runner runner;
    private final InstantSource clock;

    public RunHandlers(Runner runner, InstantSource clock) {
        this.runner = runner;
        this.clock = clock;
    }

    public List<Binding<?, ?>> bindings() {
        return Stream.of(
                        new WorkloadHandlers(runner, clock).bindings(),
                        new NodeHandlers(runner).bindings())
                .flatMap(List::stream)
                .toList();
    }
}
