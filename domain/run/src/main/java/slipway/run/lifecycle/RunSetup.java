package slipway.run.lifecycle;

import java.nio.file.Path;
import java.util.function.Supplier;
import slipway.base.IdGenerator;
import slipway.journal.Journal;
import slipway.journal.SteadyClock;
import slipway.run.attempt.SecretSource;
import slipway.run.engine.Engine;
import slipway.run.estimate.Planning;

/**
 * The dependencies of a runner, except prices, which decide nothing.
 *
 * @param attempts the directory of the attempt directories
 * @param planning estimates a workload from its plan
 */
public record RunSetup(
        Journal journal,
        Engine engine,
        Path attempts,
        Supplier<Shares> shares,
        IdGenerator ids,
        SecretSource secrets,
        Planning planning) {

    /** The server's clock. */
    public SteadyClock clock() {
        return journal.clock();
    }
}
