package slipway.testkit.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long each test class took when it last ran here, so that the longest of a lane start first and no worker is left
 * alone with one at the end. A class that never ran is judged by the size of its class file.
 */
final class TestTimes {

    /** On average a test class spends about this long for each kilobyte of its class file. */
    private static final long MILLIS_PER_KILOBYTE = 100;

    private final Path file;
    private final Map<String, Long> millis = new TreeMap<>();

    private TestTimes(Path file) {
        this.file = file;
    }

    static TestTimes read(Path file) throws IOException {
        var times = new TestTimes(file);
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split("\t", -1);
                if (parts.length == 2 && parts[1].matches("\\d{1,9}")) {
                    times.millis.put(parts[0], Long.parseLong(parts[1]));
                }
            }
        }
        return times;
    }

    void took(String className, Duration took) {
        millis.put(className, took.toMillis());
    }

    List<String> longestFirst(Collection<String> classes, Path testClasses) {
        var expected = new TreeMap<String, Long>();
        classes.forEach(name -> expected.put(name, expected(name, testClasses)));
        var ordered = new ArrayList<>(expected.keySet());
        ordered.sort(Comparator.comparingLong((String name) -> -expected.getOrDefault(name, 0L)));
        return ordered;
    }

    private long expected(String name, Path testClasses) {
        Long known = millis.get(name);
        if (known != null) {
            return known;
        }
        Path type = testClasses.resolve(name.replace('.', '/') + ".class");
        try {
            return Files.size(type) * MILLIS_PER_KILOBYTE / 1024;
        } catch (IOException unreadable) {
            return 0;
        }
    }

    void write() throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(
                file,
                millis.entrySet().stream()
                        .map(each -> each.getKey() + "\t" + each.getValue())
                        .toList());
    }
}
