package slipway.run.local;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import slipway.base.Bytes;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Launch;
import slipway.run.engine.Launch.Limits;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * One small file for each attempt that was launched here and is not forgotten. It is not synced to disk, because a
 * machine that loses power loses the processes too. A truncated file was written by a server that died before it
 * started a process.
 */
final class LocalLaunchRecords {

    private final Path folder;

    /** An attempt that was launched, and when. */
    record Entry(Launch launch, Instant since) {}

    LocalLaunchRecords(Path folder) {
        this.folder = folder;
    }

    void put(Entry entry) throws IOException {
        Path file = folder.resolve(entry.launch.id().name());
        try {
            Files.writeString(file, encode(entry));
        } catch (NoSuchFileException e) {
            Files.createDirectories(folder);
            Files.writeString(file, encode(entry));
        }
    }

    void remove(AttemptId id) {
        try {
            Files.deleteIfExists(folder.resolve(id.name()));
        } catch (IOException e) {
            LoggerFactory.getLogger(LocalLaunchRecords.class)
                    .warn("The launch record of {} could not be removed", id, e);
        }
    }

    /**
     * Moves the record of an ended attempt into its directory. Moving is cheaper than deleting, because file systems
     * delay the reuse of freed blocks.
     */
    void archive(Launch launch) {
        try {
            Files.move(
                    folder.resolve(launch.id().name()),
                    launch.directory().resolve("launched"),
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            remove(launch.id()); // its directory may be gone
        }
    }

    List<Entry> all() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        var entries = new ArrayList<Entry>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                AttemptId.of(file.getFileName().toString())
                        .flatMap(id -> read(id, file))
                        .ifPresent(entries::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " could not be listed", e);
        }
        return entries;
    }

    private static Optional<Entry> read(AttemptId id, Path file) {
        var lines = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            lines.load(reader);
            return Optional.of(entry(id, lines));
        } catch (IOException | RuntimeException e) {
            LoggerFactory.getLogger(LocalLaunchRecords.class).warn("{} cannot be read", file, e);
            return Optional.empty();
        }
    }

    private static String encode(Entry entry) {
        Limits limits = entry.launch.limits();
        var lines = new StringBuilder();
        appendLine(lines, "directory", entry.launch.directory().toString());
        appendLine(lines, "since", entry.since.toString());
        appendLine(
                lines,
                "seats",
                entry.launch.placement().seats().stream()
                        .map(LocalLaunchRecords::seat)
                        .collect(Collectors.joining(" ")));
        limits.memory().ifPresent(most -> appendLine(lines, "memory", Long.toString(most.count())));
        limits.maxDuration().ifPresent(most -> appendLine(lines, "duration", most.toString()));
        appendLine(lines, "cpus", Integer.toString(limits.cpus()));
        appendLine(lines, "network", Boolean.toString(limits.network()));
        return lines.toString();
    }

    /** Escapes the value for {@link Properties}. */
    private static void appendLine(StringBuilder lines, String key, String value) {
        lines.append(key).append('=');
        lines.append(value.replace("\\", "\\\\").replace("\n", "\\n")).append('\n');
    }

    private static Entry entry(AttemptId id, Properties lines) {
        var limits =
                new Limits(
                        optional(lines, "memory").map(Long::valueOf).map(Bytes::new),
                        Integer.parseInt(required(lines, "cpus")),
                        optional(lines, "duration").map(Duration::parse),
                        Boolean.parseBoolean(required(lines, "network")));
        var seats =
                Stream.of(required(lines, "seats").split(" ", -1))
                        .map(LocalLaunchRecords::seat)
                        .toList();
        var launch =
                new Launch(id, Path.of(required(lines, "directory")), new Placement(seats), limits);
        return new Entry(launch, Instant.parse(required(lines, "since")));
    }

    private static String seat(NodeAllocation seat) {
        return seat.node() + "/" + Long.toHexString(seat.mask()) + "/" + seat.thousandths();
    }

    private static NodeAllocation seat(String text) {
        String[] parts = text.split("/", -1);
        return new NodeAllocation(
                parts[0], Long.parseUnsignedLong(parts[1], 16), Integer.parseInt(parts[2]));
    }

    private static Optional<String> optional(Properties lines, String key) {
        return Optional.ofNullable(lines.getProperty(key));
    }

    private static String required(Properties lines, String key) {
        return optional(lines, key)
                .orElseThrow(() -> new IllegalArgumentException("There is no line " + key));
    }
}
