package slipway.testkit.runner;

import java.time.Duration;
import java.util.Optional;

/** What a worker says on its standard output, one line each; whatever else appears there is ignored. */
sealed interface TestEvent {

    String PREFIX = "slipway-test\t";

    /** The worker wants the name of a test class on its standard input, or an empty line to end. */
    record Ready() implements TestEvent {}

    /** The worker's process is over; the scheduler's side says so. */
    record Ended() implements TestEvent {}

    record Passed(String test, Duration took) implements TestEvent {}

    /**
     * @param message its first lines, for the summary
     */
    record Failed(String test, Duration took, String message) implements TestEvent {}

    record Skipped(String test, String reason) implements TestEvent {}

    static String encode(TestEvent event) {
        return PREFIX
                + switch (event) {
                    case Ready _ -> "ready";
                    case Ended _ -> "ended";
                    case Passed(var test, var took) -> line("passed", test, took.toMillis(), "");
                    case Failed(var test, var took, var message) ->
                            line("failed", test, took.toMillis(), message);
                    case Skipped(var test, var reason) -> line("skipped", test, 0, reason);
                };
    }

    private static String line(String word, String test, long millis, String text) {
        return word + "\t" + escape(test) + "\t" + millis + "\t" + escape(text);
    }

    static Optional<TestEvent> decode(String line) {
        int at = line.indexOf(PREFIX);
        if (at < 0) {
            return Optional.empty();
        }
        String[] words = line.substring(at + PREFIX.length()).split("\t", -1);
        if (words[0].equals("ready")) {
            return Optional.of(new Ready());
        }
        if (words.length < 4) {
            return Optional.empty();
        }
        String test = unescape(words[1]);
        var took = Duration.ofMillis(Long.parseLong(words[2]));
        String text = unescape(words[3]);
        return switch (words[0]) {
            case "passed" -> Optional.of(new Passed(test, took));
            case "failed" -> Optional.of(new Failed(test, took, text));
            case "skipped" -> Optional.of(new Skipped(test, text));
            default -> Optional.empty();
        };
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\r", "")
                .replace("\n", "\\n");
    }

    private static String unescape(String text) {
        var plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                char next = text.charAt(++i);
                plain.append(next == 'n' ? '\n' : next == 't' ? '\t' : next);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
