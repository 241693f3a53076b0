package slipway.run.attempt;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandleProxies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * A file or folder beneath a directory that a job can write to, opened safely. The job can replace a file by a link or
 * a pipe at any moment, even between a check and the open. So each path component is opened with {@code O_PATH} and
 * {@code O_NOFOLLOW}, which follows no link and blocks on no pipe; then the open descriptor is checked, and only it is
 * read. Java has no such call, so openat(2) is called directly.
 */
final class FileBeneath implements AutoCloseable {

    /** AT_FDCWD. */
    private static final int CURRENT_DIRECTORY = -100;

    /** O_PATH and O_CLOEXEC. */
    private static final int PATH_ONLY = 0x200000 | 0x80000;

    /** O_NOFOLLOW, which is another number on ARM. */
    private static final int NO_FOLLOW =
            System.getProperty("os.arch", "").equals("aarch64") ? 0x8000 : 0x20000;

    private static final Open OPEN =
            bind(
                    Open.class,
                    "openat",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_INT),
                    Linker.Option.firstVariadicArg(3));
    private static final Close CLOSE =
            bind(
                    Close.class,
                    "close",
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private final int descriptor;

    private FileBeneath(int descriptor) {
        this.descriptor = descriptor;
    }

    // Public, because proxies for them are made outside this package.

    @FunctionalInterface
    public interface Open {
        int call(int from, MemorySegment name, int flags);
    }

    @FunctionalInterface
    public interface Close {
        int call(int descriptor);
    }

    @SuppressWarnings("restricted") // the argument is a zero-terminated name
    private static <T> T bind(
            Class<T> type, String name, FunctionDescriptor descriptor, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return MethodHandleProxies.asInterfaceInstance(
                type,
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow(name), descriptor, options));
    }

    /**
     * Opens a file; empty if it does not exist or its path contains a link.
     *
     * @param directory that no job can replace
     * @param name such as {@code exit/0}
     */
    static Optional<FileBeneath> find(Path directory, String name) {
        int descriptor = open(CURRENT_DIRECTORY, directory.toString(), PATH_ONLY);
        for (String step : name.split("/", -1)) {
            if (descriptor < 0) {
                return Optional.empty();
            }
            int next = open(descriptor, step, PATH_ONLY | NO_FOLLOW);
            int _ = CLOSE.call(descriptor);
            descriptor = next;
        }
        return descriptor < 0 ? Optional.empty() : Optional.of(new FileBeneath(descriptor));
    }

    private static int open(int from, String name, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            return OPEN.call(from, arena.allocateFrom(name), flags);
        }
    }

    /** A path to the open file, even if another file has its name by now. */
    Path path() {
        return Path.of("/proc/self/fd", Integer.toString(descriptor));
    }

    BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path(), BasicFileAttributes.class);
    }

    @Override
    public void close() {
        int _ = CLOSE.call(descriptor);
    }
}
