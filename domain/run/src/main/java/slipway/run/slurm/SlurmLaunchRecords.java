package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.PosixAccount;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * What was handed to Slurm and is not forgotten: one small file for each attempt. Unlike the local engine's it is
 * forced to the disk, because the cluster runs on when the server's machine loses its power.
 */
final class SlurmLaunchRecords {

    private final Path folder;

    /**
     * @param number the job's; empty before Slurm has said it
     * @param cancelledByUs whether it was us who had Slurm end it
     * @param account whose it is; empty: the server's own
     */
    record Entry(
            AttemptDirectory directory,
            Placement placement,
            Optional<Long> number,
            boolean cancelledByUs,
            Optional<PosixAccount> account) {}

    SlurmLaunchRecords(Path folder) {
        this.folder = folder;
    }

    void put(Entry entry) throws IOException {
        String name = entry.directory.id().name();
        Path draft = folder.resolve("." + name);
        try (var channel =
                FileChannel.open(
                        draft,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            var bytes = ByteBuffer.wrap(encode(entry).getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    void remove(AttemptId id) {
        try {
            Files.deleteIfExists(folder.resolve(id.name()));
        } catch (IOException e) {
            LoggerFactory.getLogger(SlurmLaunchRecords.class)
                    .warn("{} could not be forgotten", id, e);
        }
    }

    /** It is over. That it was launched once stays in its directory, so that it is not launched again. */
    void archive(AttemptDirectory directory) {
        try {
            Files.move(
                    folder.resolve(directory.id().name()),
                    directory.path().resolve("launched"),
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            remove(directory.id()); // its directory may be gone
        }
    }

    static boolean isArchived(AttemptDirectory directory) {
        return Files.exists(directory.path().resolve("launched"));
    }

    /** What it last said of an attempt that is over. */
    static Optional<Entry> archived(AttemptDirectory directory) {
        return isArchived(directory)
                ? read(directory.id(), directory.path().resolve("launched"))
                : Optional.empty();
    }

    List<Entry> all() {
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
            LoggerFactory.getLogger(SlurmLaunchRecords.class).warn("{} cannot be read", file, e);
            return Optional.empty();
        }
    }

    private static String encode(Entry entry) {
        var lines = new StringBuilder();
        appendLine(lines, "directory", entry.directory.path().toString());
        appendLine(
                lines,
                "seats",
                entry.placement.seats().stream()
                        .map(SlurmLaunchRecords::seat)
                        .collect(Collectors.joining(" ")));
        entry.number.ifPresent(number -> appendLine(lines, "job", Long.toString(number)));
        appendLine(lines, "ended", Boolean.toString(entry.cancelledByUs));
        entry.account.ifPresent(
                it ->
                        appendLine(
                                lines,
                                "account",
                                "%s %d %d".formatted(it.name(), it.user(), it.group())));
        return lines.toString();
    }

    /** As {@link Properties} reads it. */
    private static void appendLine(StringBuilder lines, String key, String value) {
        lines.append(key).append('=');
        lines.append(value.replace("\\", "\\\\").replace("\n", "\\n")).append('\n');
    }

    private static Entry entry(AttemptId id, Properties lines) {
        var seats =
                Stream.of(required(lines, "seats").split(" ", -1))
                        .map(SlurmLaunchRecords::seat)
                        .toList();
        return new Entry(
                new AttemptDirectory(id, Path.of(required(lines, "directory"))),
                new Placement(seats),
                Optional.ofNullable(lines.getProperty("job")).map(Long::valueOf),
                Boolean.parseBoolean(required(lines, "ended")),
                Optional.ofNullable(lines.getProperty("account")).map(SlurmLaunchRecords::account));
    }

    private static PosixAccount account(String text) {
        String[] parts = text.split(" ", -1);
        return new PosixAccount(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    private static String seat(NodeAllocation seat) {
        return seat.node() + "/" + Long.toHexString(seat.mask()) + "/" + seat.thousandths();
    }

    private static NodeAllocation seat(String text) {
        String[] parts = text.split("/", -1);
        return new NodeAllocation(
                parts[0], Long.parseUnsignedLong(parts[1], 16), Integer.parseInt(parts[2]));
    }

    private static String required(Properties lines, String key) {
        return Optional.ofNullable(lines.getProperty(key))
                .orElseThrow(() -> new IllegalArgumentException("There is no line " + key));
    }
}
