package slipway.testkit.runner;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What came of a run: failures first, then what was skipped, the slowest tests, the lanes, the memory, the counts. */
final class TestReport {

    private static final int SLOWEST = 10;
    private static final int MESSAGE_LINES = 12;

    record Timed(String test, Duration took) {}

    /** Of one queue or one lane. */
    static final class Tally {
        int passed;
        int failed;
        int skipped;
        Duration took = Duration.ZERO;

        String words() {
            return passed
                    + " passed"
                    + (failed == 0 ? "" : ", " + failed + " FAILED")
                    + (skipped == 0 ? "" : ", " + skipped + " skipped");
        }
    }

    private final PrintStream out;
    private final Map<Lane, Tally> lanes = new EnumMap<>(Lane.class);
    private final Map<String, Tally> queues = new TreeMap<>();
    private final List<Timed> timed = new ArrayList<>();
    private final Map<String, TestEvent.Failed> failures = new TreeMap<>();
    private final TreeSet<String> skips = new TreeSet<>();
    private final List<String> notRun = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private long peakKilobytes;

    TestReport(PrintStream out) {
        this.out = out;
    }

    void add(TestQueue queue, TestEvent event) {
        for (Tally tally : List.of(lane(queue.lane()), queue(queue))) {
            count(tally, event);
        }
        switch (event) {
            case TestEvent.Passed(var test, var took) -> timed.add(new Timed(test, took));
            case TestEvent.Failed failed -> {
                timed.add(new Timed(failed.test(), failed.took()));
                failures.put(failed.test(), failed);
            }
            case TestEvent.Skipped(var test, var reason) ->
                    skips.add(
                            reason.startsWith("SKIPPED (missing)")
                                    ? reason
                                    : "SKIPPED " + test + ": " + reason);
            case TestEvent.Ready _, TestEvent.Ended _ -> {}
        }
        name(event);
    }

    private void name(TestEvent event) {
        switch (event) {
            case TestEvent.Passed(var test, _) -> names.add(test);
            case TestEvent.Failed(var test, _, _) -> names.add(test);
            case TestEvent.Skipped(var test, _) -> names.add(test);
            case TestEvent.Ready _, TestEvent.Ended _ -> {}
        }
    }

    private static void count(Tally tally, TestEvent event) {
        switch (event) {
            case TestEvent.Passed(_, var took) -> {
                tally.passed++;
                tally.took = tally.took.plus(took);
            }
            case TestEvent.Failed(_, var took, _) -> {
                tally.failed++;
                tally.took = tally.took.plus(took);
            }
            case TestEvent.Skipped _ -> tally.skipped++;
            case TestEvent.Ready _, TestEvent.Ended _ -> {}
        }
    }

    private Tally lane(Lane lane) {
        return lanes.computeIfAbsent(lane, _ -> new Tally());
    }

    private Tally queue(TestQueue queue) {
        return queues.computeIfAbsent(queue.name(), _ -> new Tally());
    }

    void notRun(String what, String why) {
        notRun.add(what + ": " + why);
    }

    void sawMemory(long kilobytes) {
        peakKilobytes = Math.max(peakKilobytes, kilobytes);
    }

    boolean failed() {
        return !failures.isEmpty() || !notRun.isEmpty();
    }

    boolean failedIn(TestModule module) {
        return queues.entrySet().stream()
                .anyMatch(
                        each ->
                                each.getKey().startsWith(module.name() + " ")
                                        && each.getValue().failed > 0);
    }

    /** Every test, once, sorted: to compare two runs. */
    List<String> names() {
        return names.stream().sorted().toList();
    }

    /** Prints the counts of a queue that has ended. */
    void print(TestQueue queue) {
        Tally tally = queue(queue);
        out.printf("  %-26s %s (%d s)%n", queue.name(), tally.words(), tally.took.toSeconds());
    }

    void print() {
        failures.values().forEach(this::print);
        notRun.forEach(line -> out.println("Not run  " + line));
        skips.forEach(out::println);
        out.println("slowest");
        timed.stream()
                .sorted(Comparator.comparing(Timed::took).reversed())
                .limit(SLOWEST)
                .forEach(
                        each ->
                                out.printf(
                                        Locale.ROOT,
                                        "  %6.1f s  %s%n",
                                        each.took().toMillis() / 1e3,
                                        each.test()));
        out.println("lanes    " + lanesLine());
        out.printf(Locale.ROOT, "memory   %.1f GB at most%n", peakKilobytes / 1e6);
    }

    private String lanesLine() {
        return lanes.entrySet().stream()
                .map(
                        each ->
                                String.format(
                                        Locale.ROOT,
                                        "%s %d tests %d s",
                                        each.getKey().label(),
                                        each.getValue().passed + each.getValue().failed,
                                        each.getValue().took.toSeconds()))
                .collect(Collectors.joining(" · "));
    }

    private void print(TestEvent.Failed failure) {
        out.println("FAILED " + failure.test());
        failure.message()
                .lines()
                .limit(MESSAGE_LINES)
                .forEach(line -> out.println("      " + line));
        String simple =
                failure.test()
                        .substring(
                                failure.test()
                                                .lastIndexOf(
                                                        '.',
                                                        failure.test().indexOf('#') < 0
                                                                ? failure.test().length()
                                                                : failure.test().indexOf('#'))
                                        + 1);
        int detail = simple.indexOf('[');
        out.println(
                "      Run it alone: ./slipway test --only '"
                        + (detail < 0 ? simple : simple.substring(0, detail))
                        + "'");
    }

    String counts() {
        int passed = lanes.values().stream().mapToInt(each -> each.passed).sum();
        int failed = lanes.values().stream().mapToInt(each -> each.failed).sum();
        int skipped = lanes.values().stream().mapToInt(each -> each.skipped).sum();
        return passed + " passed, " + failed + " failed, " + skipped + " skipped";
    }
}
