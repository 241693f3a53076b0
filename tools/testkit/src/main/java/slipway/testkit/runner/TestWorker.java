package slipway.testkit.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * One process that runs test classes with JUnit, one after the other, as their names arrive on its standard input.
 * The output of tests goes to the file named first; standard output carries only events.
 */
public final class TestWorker {

    private final Launcher launcher;
    private final TestSelection selection;
    private final PrintStream events;

    private TestWorker(Launcher launcher, TestSelection selection, PrintStream events) {
        this.launcher = launcher;
        this.selection = selection;
        this.events = events;
    }

    /** Arguments: the file for the output of tests, and the selection of {@code --only}. */
    public static void main(String[] args) throws IOException {
        var events = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        var log = new PrintStream(new FileOutputStream(args[0], true), true, UTF_8);
        System.setOut(log);
        System.setErr(log);
        var selection = TestSelection.parse(args.length > 1 ? args[1] : "");
        try (var session = LauncherFactory.openSession();
                var names = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            new TestWorker(session.getLauncher(), selection, events).serve(names);
        }
        System.exit(0); // threads that a test left behind must not keep the worker
    }

    private void serve(BufferedReader names) throws IOException {
        send(new TestEvent.Ready());
        String name = names.readLine();
        while (name != null && !name.isEmpty()) {
            System.out.println("--- " + name);
            run(name);
            send(new TestEvent.Ready());
            name = names.readLine();
        }
    }

    private void run(String className) {
        var request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(DiscoverySelectors.selectClass(className))
                        .filters((PostDiscoveryFilter) this::selected)
                        .build();
        launcher.execute(request, new Listener());
    }

    private FilterResult selected(org.junit.platform.engine.TestDescriptor descriptor) {
        boolean wanted =
                !(descriptor.getSource().orElse(null) instanceof MethodSource source)
                        || selection.includes(source.getClassName(), source.getMethodName());
        return FilterResult.includedIf(wanted);
    }

    private void send(TestEvent event) {
        events.println(TestEvent.encode(event));
    }

    /** Turns what JUnit reports into events; a container counts only when it fails or is skipped. */
    private final class Listener implements TestExecutionListener {

        private final Map<String, Long> began = new ConcurrentHashMap<>();

        @Override
        public void executionStarted(TestIdentifier test) {
            began.put(test.getUniqueId(), System.nanoTime());
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            send(new TestEvent.Skipped(name(test), reason));
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            var took =
                    Duration.ofNanos(
                            System.nanoTime()
                                    - began.getOrDefault(test.getUniqueId(), System.nanoTime()));
            switch (result.getStatus()) {
                case SUCCESSFUL -> {
                    if (test.isTest()) {
                        send(new TestEvent.Passed(name(test), took));
                    }
                }
                case ABORTED ->
                        send(new TestEvent.Skipped(name(test), message(result.getThrowable())));
                case FAILED -> {
                    System.out.println("FAILED " + name(test));
                    result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(System.out));
                    send(new TestEvent.Failed(name(test), took, message(result.getThrowable())));
                }
            }
        }

        private static String message(Optional<Throwable> thrown) {
            return thrown.map(
                            each -> Optional.ofNullable(each.getMessage()).orElse(each.toString()))
                    .orElse("no message");
        }

        private static String name(TestIdentifier test) {
            return switch (test.getSource().orElse(null)) {
                case MethodSource method ->
                        method.getClassName() + "#" + method.getMethodName() + detail(test, method);
                case ClassSource type -> type.getClassName() + detail(test);
                case null, default -> test.getDisplayName();
            };
        }

        /** Of a test that runs several times the number or name of the one run. */
        private static String detail(TestIdentifier test, MethodSource method) {
            String plain = method.getMethodName() + "()";
            return test.getDisplayName().startsWith(method.getMethodName())
                            || test.getDisplayName().equals(plain)
                    ? ""
                    : "[" + test.getDisplayName() + "]";
        }

        private static String detail(TestIdentifier test) {
            return test.isTest() ? "[" + test.getDisplayName() + "]" : "";
        }
    }
}
