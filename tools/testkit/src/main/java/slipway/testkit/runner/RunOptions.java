package slipway.testkit.runner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What {@code ./slipway test} asks of the runner.
 *
 * @param build what Maven compiled
 * @param selection which of the compiled tests to run
 * @param jvmOptions for every worker
 * @param missing a line for each program that tests need and this machine does not have
 * @param began when the command began, in seconds since 1970
 */
record RunOptions(
        Build build, Selection selection, List<String> jvmOptions, String missing, long began) {

    /**
     * @param folder where each module's classes are: {@code target}, or {@code target/quick}
     * @param modules all modules, in the order in which Maven builds them
     */
    record Build(Path checkout, String folder, List<String> modules, Path log, boolean failed) {}

    /**
     * @param changed tests of these modules and of what depends on them; empty: all
     * @param lanes only these; empty: all
     * @param only a pattern of tests; empty: all
     */
    record Selection(Set<String> changed, Set<Lane> lanes, String only) {}

    static RunOptions parse(String[] args) {
        var reader = new Reader();
        for (String word : args) {
            reader.read(word);
        }
        return new RunOptions(
                new Build(
                        reader.checkout,
                        reader.folder,
                        List.copyOf(reader.modules),
                        reader.log,
                        reader.failed),
                new Selection(Set.copyOf(reader.changed), Set.copyOf(reader.lanes), reader.only),
                List.copyOf(reader.jvmOptions),
                reader.missing,
                reader.began);
    }

    private static final class Reader {

        Path checkout = Path.of("").toAbsolutePath();
        String folder = "target";
        final List<String> modules = new ArrayList<>();
        Path log = Path.of("");
        boolean failed;
        final Set<String> changed = new TreeSet<>();
        final Set<Lane> lanes = new TreeSet<>();
        String only = "";
        final List<String> jvmOptions = new ArrayList<>();
        String missing = "";
        long began;

        void read(String word) {
            int equals = word.indexOf('=');
            String value = equals < 0 ? "" : word.substring(equals + 1);
            switch (equals < 0 ? word : word.substring(0, equals)) {
                case "--checkout" -> checkout = Path.of(value).toAbsolutePath();
                case "--folder" -> folder = value;
                case "--module" -> modules.add(value);
                case "--build-log" -> log = Path.of(value);
                case "--build-failed" -> failed = true;
                case "--changed" -> changed.add(value);
                case "--lane" -> lanes.add(Lane.named(value).orElseThrow());
                case "--only" -> only = value;
                case "--jvm" -> jvmOptions.add(value);
                case "--missing" -> missing = value;
                case "--began" -> began = Long.parseLong(value);
                default -> throw new IllegalArgumentException("unknown option " + word);
            }
        }
    }
}
