package slipway.surface.plan.commands.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongConsumer;
import slipway.surface.terminal.ProgressLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** A progress bar that appears only after a second. */
final class DelayedProgress implements LongConsumer, AutoCloseable {

    private static final Duration DELAY = Duration.ofSeconds(1);

    private final CommandEnvironment commandEnvironment;
    private final Instant start;
    private final ProgressLine progressLine;
    private long pending;
    private boolean shown;

    DelayedProgress(CommandEnvironment commandEnvironment, String activity, long total) {
        this.commandEnvironment = commandEnvironment;
        this.start = commandEnvironment.clock().instant();
        this.progressLine = commandEnvironment.terminal().progress(activity, "jobs", total);
    }

    @Override
    public void accept(long more) {
        pending += more;
        shown =
                shown
                        || Duration.between(start, commandEnvironment.clock().instant())
                                        .compareTo(DELAY)
                                > 0;
        if (shown) {
            progressLine.accept(pending);
            pending = 0;
        }
    }

    @Override
    public void close() {
        progressLine.close();
    }
}
