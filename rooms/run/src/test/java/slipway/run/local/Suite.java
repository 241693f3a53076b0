package slipway.run.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.stream.Stream;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the tests of some classes in a process of its own, and says how many there were and which failed. */
final class Suite {

    private Suite() {}

    static void main(String[] classes) {
        var listener = new SummaryGeneratingListener();
        var request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(Stream.of(classes).map(name -> selectClass(name)).toList())
                        .build();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true, UTF_8));
        System.out.printf(
                "%n%d succeeded, %d failed, %d skipped, as user %s%n",
                summary.getTestsSucceededCount(),
                summary.getTestsFailedCount(),
                summary.getTestsSkippedCount() + summary.getTestsAbortedCount(),
                System.getProperty("user.name"));
        System.exit(summary.getTotalFailureCount() == 0 ? 0 : 1);
    }
}
