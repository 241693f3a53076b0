package slipway.server.platform;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import slipway.account.Account;
import slipway.account.Scribe;
import slipway.run.Runner;
import slipway.server.api.Binding;
import slipway.server.api.plan.CalibrationHandlers;
import slipway.server.api.plan.Learning;
import slipway.server.api.plan.MeasurementHandlers;
import slipway.server.api.plan.PilotHandlers;
import slipway.server.api.plan.PlanDesk;
import slipway.server.api.plan.PlanHandlers;
import slipway.server.api.plan.Plans;
import slipway.server.config.Config;

/** What is asked of the room that plans, and what it is taught by what runs here. */
final class Planning {

    private final Account account;
    private final PlanDesk desk;
    private final Learning learning;
    private final MeasurementHandlers measuring;
    private final PilotHandlers piloting;
    private final InstantSource clock;

    Planning(Config config, Runner runner, Account account, Plans plans, InstantSource clock) {
        this.account = account;
        this.desk = new PlanDesk(plans::corrected, runner::nodes, config.prices(), clock);
        this.learning = new Learning(account, runner, plans);
        this.measuring = new MeasurementHandlers(runner, account, catalog(config));
        this.piloting = new PilotHandlers(runner, account, plans, config.prices());
        this.clock = clock;
    }

    /** Where the owner's own files lie over the bundled catalog. */
    static Path catalog(Config config) {
        return config.data().resolve("catalog");
    }

    PlanDesk desk() {
        return desk;
    }

    Learning learning() {
        return learning;
    }

    List<Binding<?, ?>> bindings() {
        return Stream.of(
                        measuring.bindings(),
                        piloting.bindings(),
                        new CalibrationHandlers(learning, clock).bindings(),
                        new PlanHandlers(desk, clock).bindings())
                .flatMap(List::stream)
                .toList();
    }

    /** From now on what happens is written down beside what was expected. */
    void follow() {
        account.follow(List.<Scribe>of(measuring.scribe(), learning.scribe(), piloting));
    }
}
