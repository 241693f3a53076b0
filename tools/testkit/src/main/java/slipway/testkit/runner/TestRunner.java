package slipway.testkit.runner;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The program behind {@code ./slipway test}: reads what Maven compiled, runs it in lanes, and prints the report. */
public final class TestRunner {

    private static final int ERROR_LINES = 30;

    private final RunOptions options;
    private final PrintStream out;
    private final TestReport report;

    private TestRunner(RunOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
        this.report = new TestReport(out);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        System.exit(run(args, System.out) ? 0 : 1);
    }

    /** Whether everything that was asked for ran and passed. */
    static boolean run(String[] args, PrintStream out) throws IOException, InterruptedException {
        return new TestRunner(RunOptions.parse(args), out).run();
    }

    private boolean run() throws IOException, InterruptedException {
        var modules = readModules();
        Path kept = options.build().checkout().resolve("target/slipway");
        var times = TestTimes.read(kept.resolve("test-times"));
        try (var scratch = ScratchFolder.create()) {
            new LaneScheduler(options, queues(chosen(modules), times), scratch, times, report)
                    .run();
        }
        times.write();
        out.println();
        printBuildErrors();
        report.print();
        options.missing().lines().forEach(out::println);
        Files.write(kept.resolve("test-names"), report.names());
        String only = options.selection().only();
        boolean nothing = !only.isEmpty() && report.names().isEmpty();
        if (nothing) {
            out.println("No test matches " + only + ".");
        }
        long seconds = System.currentTimeMillis() / 1000 - options.began();
        out.println(
                "took     %d s; the build's log is %s".formatted(seconds, options.build().log()));
        out.println(report.counts());
        return !report.failed() && !options.build().failed() && !nothing;
    }

    private Map<String, TestModule> readModules() throws IOException {
        var found = new LinkedHashMap<String, TestModule>();
        var build = options.build();
        for (String name : build.modules()) {
            var module = TestModule.read(build.checkout(), name, build.folder());
            module.ifPresent(each -> found.put(name, each));
            if (module.isEmpty()
                    && Files.isDirectory(build.checkout().resolve(name).resolve("src/test"))) {
                report.notRun(name, "it was not built");
            }
        }
        return found;
    }

    private static boolean depends(TestModule module, Set<String> changed) {
        return changed.contains(module.name())
                || module.needs().stream().anyMatch(changed::contains);
    }

    /** What changed and what depends on it. */
    private List<TestModule> chosen(Map<String, TestModule> modules) {
        var changed = options.selection().changed();
        return modules.values().stream()
                .filter(each -> changed.isEmpty() || depends(each, changed))
                .toList();
    }

    /** Lanes that wait come first, so that they are under way while the others compute. */
    private List<TestQueue> queues(List<TestModule> modules, TestTimes times) throws IOException {
        var selection = TestSelection.parse(options.selection().only());
        var lanes = options.selection().lanes();
        var queues = new ArrayList<TestQueue>();
        for (TestModule module : modules) {
            var byLane = new EnumMap<Lane, List<String>>(Lane.class);
            TestClassScanner.scan(module.testClasses())
                    .forEach(
                            (name, lane) -> {
                                if (selection.includes(name)
                                        && (lanes.isEmpty() || lanes.contains(lane))) {
                                    byLane.computeIfAbsent(lane, _ -> new ArrayList<>()).add(name);
                                }
                            });
            byLane.forEach(
                    (lane, classes) ->
                            queues.add(
                                    new TestQueue(
                                            module,
                                            lane,
                                            times.longestFirst(classes, module.testClasses()))));
        }
        queues.sort(
                Comparator.comparing(TestQueue::lane)); // stable: within a lane in Maven's order
        return queues;
    }

    private void printBuildErrors() throws IOException {
        if (!options.build().failed()) {
            return;
        }
        Path log = options.build().log();
        out.println("The build failed; its log is " + log);
        try (var lines = Files.lines(log)) {
            lines.filter(TestRunner::isError)
                    .takeWhile(line -> !line.contains("-> [Help"))
                    .limit(ERROR_LINES)
                    .forEach(out::println);
        }
    }

    /** Warnings are errors, and only the line of the warning names the file. */
    private static boolean isError(String line) {
        return line.startsWith("[ERROR]")
                || (line.startsWith("[WARNING]") && line.contains(".java:["));
    }
}
