package slipway.surface.plan.commands.evidence;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ClientTimeouts;
import slipway.surface.api.client.EventFeed;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.terminal.Terminal;

/** Follows a measurement: prints the log of its workload and waits until the result is stored. */
final class MeasurementFollower {

    private static final Duration PAUSE = Duration.ofMillis(300);

    /** The pause while a workload is queued or retried, and its log does not grow. */
    private static final Duration LONG_PAUSE = Duration.ofSeconds(2);

    private final Function<ApiCall<?, MeasurementView>, MeasurementView> client;
    private final Function<ApiCall<?, LogView>, EventFeed<LogView>> logs;
    private final Terminal terminal;

    MeasurementFollower(
            Function<ApiCall<?, MeasurementView>, MeasurementView> client,
            Function<ApiCall<?, LogView>, EventFeed<LogView>> logs,
            Terminal terminal) {
        this.client = client;
        this.logs = logs;
        this.terminal = terminal;
    }

    MeasurementView untilEnd(MeasurementView started) {
        if (isDone(started)) {
            return started;
        }
        printLog(started);
        Duration pause = PAUSE;
        while (true) {
            MeasurementView now =
                    client.apply(
                            ApiCall.to(MeasurementRoutes.SHOW)
                                    .with(PathParameter.WORKLOAD, started.id()));
            if (isDone(now) || terminal.isOutputClosed()) {
                return now;
            }
            sleep(pause);
            pause = LONG_PAUSE;
        }
    }

    private static boolean isDone(MeasurementView view) {
        return !view.state().equals("running");
    }

    private void printLog(MeasurementView started) {
        String node = started.nodes().getFirst();
        String partialLine = "";
        try (EventFeed<LogView> eventFeed =
                logs.apply(ApiCall.to(LogRoutes.READ).with(PathParameter.WORKLOAD, started.id()))) {
            while (true) {
                LogView part = eventFeed.next();
                partialLine = lines(node, partialLine + part.text().orElse(""));
                if (part.complete() || terminal.isOutputClosed()) {
                    return;
                }
            }
        }
    }

    /** Prints the complete lines and returns the rest. */
    private String lines(String node, String text) {
        int end = text.lastIndexOf('\n') + 1;
        text.substring(0, end)
                .lines()
                .filter(line -> Optional.of(line).flatMap(AcceptanceTest::document).isEmpty())
                .forEach(line -> terminal.note(node + "  " + terminal.plain(line)));
        return text.substring(end);
    }

    private static void sleep(Duration pause) {
        try {
            ClientTimeouts.defaults().sleeper().sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
