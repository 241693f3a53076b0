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
 * One small file for each attempt that was submitted to Slurm and is not forgotten. Unlike those of the local engine
 * they are synced to disk, because the cluster keeps running when the server's machine loses power.
 */
final class SlurmLaunchRecords {

    private final Path folder;

    /**
     * @param number of the job; empty before Slurm has accepted it
     * @param cancelledByUs whether this engine cancelled the job in Slurm
     * @param account that the job runs under; empty for the server's own
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
                    .warn("The launch record of {} could not be removed", id, e);
        }
    }

    /** Moves the record of an ended attempt into its directory, where it prevents a second launch. */
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

    /** The last record of an ended attempt. */
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

    /** Escapes the value for {@link Properties}. */
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
