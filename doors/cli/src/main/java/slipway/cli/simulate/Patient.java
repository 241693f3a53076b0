package slipway.cli.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongConsumer;
import slipway.cli.command.Shell;
import slipway.cli.terminal.Progress;

/** A bar for what takes longer than a second; what is over sooner shows none. */
final class Patient implements LongConsumer, AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(1);

    private final Shell commandEnvironment;
    private final Instant began;
    private final Progress progressLine;
    private long unsaid;
    private boolean shown;

    Patient(Shell commandEnvironment, String doing, long all) {
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
