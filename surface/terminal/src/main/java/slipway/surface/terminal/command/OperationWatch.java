package slipway.surface.terminal.command;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import slipway.base.Retry;
import slipway.base.text.Format;
import slipway.surface.api.operation.OperationView;
import slipway.surface.terminal.Terminal;

/** Waits for the end of an operation and shows its progress. It continues when the command is interrupted. */
final class OperationWatch {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Terminal terminal;
    private final Retry.Sleeper sleeper;

    OperationWatch(Terminal terminal, Retry.Sleeper sleeper) {
        this.terminal = terminal;
        this.sleeper = sleeper;
    }

    /**
     * @param ask fetches the operation again
     * @return the operation at its end
     */
    OperationView untilEnded(OperationView begun, Supplier<OperationView> ask) {
        var hook = new Thread(() -> terminal.note(interrupted(begun.id())), "operation-hint");
        Runtime.getRuntime().addShutdownHook(hook);
        OperationView now = begun;
        try {
            String shown = "";
            while (!now.state().ended()) {
                String line = line(now);
                if (!line.equals(shown)) {
                    terminal.note(line);
                    shown = line;
                }
                sleeper.sleep(INTERVAL);
                now = ask.get();
            }
            return now;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return now;
        } finally {
            removeHook(hook);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyStopping) {
            // The hook is running already.
        }
    }

    static String interrupted(String id) {
        return "\nThe operation continues. Watch it again: slipway operations watch "
                + id
                + "\nCancel it: slipway operations cancel "
                + id;
    }

    /** In steps of ten percent, so that a log of the output stays short. */
    private static String line(OperationView operation) {
        OperationView.ProgressView progress = operation.progress();
        Optional<Long> total = progress.total().filter(count -> count > 0);
        return total.isEmpty()
                ? operation.type()
                        + ": "
                        + operation.state().name().toLowerCase(java.util.Locale.ROOT)
                : "%s: %d%% of %s"
                        .formatted(
                                operation.type(),
                                Math.min(100, progress.done() * 10 / total.get() * 10),
                                Format.count(total.get(), progress.unit(), progress.unit()));
    }
}
