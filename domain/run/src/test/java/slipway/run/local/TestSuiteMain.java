package slipway.run.local;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the tests of some classes in a separate process and writes the outcome to a file. */
public final class TestSuiteMain {

    private TestSuiteMain() {}

    /** The file, then the classes. */
    static void main(String[] words) throws IOException {
        var listener = new SummaryGeneratingListener();
        var request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(Stream.of(words).skip(1).map(name -> selectClass(name)).toList())
                        .build();
        LauncherFactory.create().execute(request, listener);
        Files.writeString(Path.of(words[0]), outcome(listener.getSummary()));
    }

    private static String outcome(TestExecutionSummary summary) {
        var text = new StringWriter();
        summary.printFailuresTo(new PrintWriter(text, true));
        return "%s\n%d succeeded, %d failed, %d skipped, as user %s\n"
                .formatted(
                        text,
                        summary.getTestsSucceededCount(),
                        summary.getTotalFailureCount(),
                        summary.getTestsSkippedCount() + summary.getTestsAbortedCount(),
                        System.getProperty("user.name"));
    }
}
