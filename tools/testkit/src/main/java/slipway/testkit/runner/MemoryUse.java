package slipway.testkit.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How much memory a process and all that it started hold now, as Linux counts it. */
final class MemoryUse {

    private MemoryUse() {}

    /** In kilobytes; 0 where the system does not tell. */
    static long ofTree(ProcessHandle root) {
        return Stream.concat(Stream.of(root), root.descendants())
                .mapToLong(MemoryUse::resident)
                .sum();
    }

    /** Private and shared pages that are resident; shared ones are counted once for each process that maps them. */
    private static long resident(ProcessHandle process) {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("RssAnon:") || line.startsWith("RssShmem:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (IOException | UncheckedIOException gone) {
            return 0;
        }
    }
}
