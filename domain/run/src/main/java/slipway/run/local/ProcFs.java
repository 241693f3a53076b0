package slipway.run.local;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;

/** Reads processes from /proc. A process may end between two reads; the result is then empty. */
final class ProcFs {

    /** The unit of processor time in /proc on every Linux. */
    static final int TICKS_PER_SECOND = 100;

    private final Path root;
    private final String bootId;
    private final Optional<String> user;

    ProcFs(Path root) {
        this.root = root;
        this.bootId =
                read(root.resolve("sys/kernel/random/boot_id"))
                        .map(String::strip)
                        .orElse("unknown");
        this.user = read(root.resolve("self/status")).flatMap(text -> line(text, "Uid"));
    }

    static ProcFs ofThisMachine() {
        return new ProcFs(Path.of("/proc"));
    }

    /** A new id after each boot of the machine. */
    String bootId() {
        return bootId;
    }

    /** The memory of the machine. */
    Bytes memory() {
        return read(root.resolve("meminfo"))
                .flatMap(text -> line(text, "MemTotal"))
                .map(line -> new Bytes(Long.parseLong(line.replaceFirst(" .*", "")) * 1_024))
                .orElse(Bytes.ZERO);
    }

    /** All processes except kernel threads. */
    List<Stat> all() {
        var all = new ArrayList<Stat>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(root, "[1-9]*")) {
            for (Path folder : folders) {
                stat(Integer.parseInt(folder.getFileName().toString()))
                        .filter(stat -> stat.parent() != 2 && stat.pid() != 2)
                        .ifPresent(all::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(root + " could not be listed", e);
        }
        return all;
    }

    Optional<Stat> stat(int pid) {
        return read(folder(pid).resolve("stat")).flatMap(text -> Stat.parse(pid, text));
    }

    /** The variables with which the program was started. */
    List<String> environment(int pid) {
        return read(folder(pid).resolve("environ"))
                .map(text -> List.of(text.split("\0", -1)))
                .orElse(List.of());
    }

    /**
     * Whether these are the variables of a process that replaces its program at this moment (exec), when the kernel
     * shows none. A program that was started without any looks the same.
     */
    static boolean replacesProgram(List<String> environment) {
        return environment.equals(List.of(""));
    }

    /** Whether a process runs under the user of this server. */
    boolean isOfThisUser(int pid) {
        return user.isPresent() && status(pid, "Uid").equals(user);
    }

    /** The value of one line of the process's status file. */
    Optional<String> status(int pid, String key) {
        return read(folder(pid).resolve("status")).flatMap(text -> line(text, key));
    }

    /** Bytes that the process read from and wrote to disks. */
    long storage(int pid) {
        return read(folder(pid).resolve("io"))
                .map(text -> number(text, "read_bytes") + number(text, "write_bytes"))
                .orElse(0L);
    }

    /** Bytes received and sent by all network interfaces except loopback. */
    long network() {
        return read(root.resolve("net/dev"))
                .map(text -> text.lines().skip(2).mapToLong(ProcFs::interfaceBytes).sum())
                .orElse(0L);
    }

    private static long interfaceBytes(String line) {
        int colon = line.indexOf(':');
        if (colon < 0 || line.substring(0, colon).strip().equals("lo")) {
            return 0;
        }
        String[] columns = line.substring(colon + 1).strip().split("\\s+", -1);
        return Long.parseLong(columns[0]) + Long.parseLong(columns[8]);
    }

    private static long number(String text, String key) {
        return line(text, key).map(Long::valueOf).orElse(0L);
    }

    private static Optional<String> line(String text, String key) {
        return text.lines()
                .filter(line -> line.startsWith(key + ":"))
                .map(line -> line.substring(key.length() + 1).strip())
                .findFirst();
    }

    private Path folder(int pid) {
        return root.resolve(Integer.toString(pid));
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(new String(Files.readAllBytes(file), ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * @param ticks of processor time, including ended children that were waited for
     * @param start in ticks since boot
     */
    record Stat(int pid, char state, int parent, int session, long ticks, long start, long pages) {

        /** The program name in brackets may contain brackets, so parsing starts after the last one. */
        static Optional<Stat> parse(int pid, String text) {
            int end = text.lastIndexOf(')');
            if (end < 0) {
                return Optional.empty();
            }
            String[] fields = text.substring(end + 2).split(" ", -1);
            if (fields.length < 22) {
                return Optional.empty();
            }
            long ticks = 0;
            for (int i = 11; i <= 14; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return Optional.of(
                    new Stat(
                            pid,
                            fields[0].charAt(0),
                            Integer.parseInt(fields[1]),
                            Integer.parseInt(fields[3]),
                            ticks,
                            Long.parseLong(fields[19]),
                            Long.parseLong(fields[21])));
        }

        /** Whether the process has ended and its parent has not yet waited for it. */
        boolean dead() {
            return state == 'Z' || state == 'X';
        }
    }
}
