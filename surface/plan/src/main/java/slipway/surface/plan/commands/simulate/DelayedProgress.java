package slipway.surface.plan.commands.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongConsumer;
import slipway.surface.terminal.ProgressLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** A bar for what takes longer than a second; what is over sooner shows none. */
final class DelayedProgress implements LongConsumer, AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(1);

    private final CommandEnvironment commandEnvironment;
    private final Instant began;
    private final ProgressLine progressLine;
    private long unsaid;
    private boolean shown;

    DelayedProgress(CommandEnvironment commandEnvironment, String doing, long all) {
        this.commandEnvironment = commandEnvironment;
        this.began = commandEnvironment.clock().instant();
        this.progressLine = commandEnvironment.terminal().progress(doing, "jobs", all);
    }

    @Override
    public void accept(long more) {
        unsaid += more;
        shown =
                shown
                        || Duration.between(began, commandEnvironment.clock().instant())
                                        .compareTo(SOON)
                                > 0;
        if (shown) {
            progressLine.accept(unsaid);
            unsaid = 0;
        }
    }

    @Override
    public void close() {
        progressLine.close();
    }
}
