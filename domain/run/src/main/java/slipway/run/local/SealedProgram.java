package slipway.run.local;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A program in memory that no process can change (a sealed memfd), for one process to execute. A job can reach the
 * program of its sandbox through {@code /proc/1/exe}, past all mounts. If that were a file, a root job could overwrite
 * it when it is not running, and the server would execute the result. Each attempt gets a separate copy, so that even
 * its permissions are not shared.
 *
 * @param descriptor the open memfd
 */
record SealedProgram(int descriptor) implements AutoCloseable {

    private static final int CLOSE_ON_EXEC = 0x1;
    private static final int ALLOW_SEALING = 0x2;

    /** MFD_EXEC: required by kernels that forbid executable memfds by default; unknown to older kernels. */
    private static final int EXECUTABLE = 0x10;

    private static final int ADD_SEALS = 1_033;
    private static final int ALL_SEALS = 0xf;

    private static final MemfdCreate MEMFD_CREATE =
            CLibrary.bind(
                    "memfd_create",
                    MemfdCreate.class,
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    private static final Write WRITE =
            CLibrary.bind(
                    "write",
                    Write.class,
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_LONG));
    private static final Fcntl FCNTL =
            CLibrary.bind(
                    "fcntl",
                    Fcntl.class,
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT),
                    Linker.Option.firstVariadicArg(2));

    // Public, because proxies for them are made outside this package.

    @FunctionalInterface
    public interface MemfdCreate {
        int call(MemorySegment name, int flags);
    }

    @FunctionalInterface
    public interface Write {
        long call(int descriptor, MemorySegment what, long bytes);
    }

    @FunctionalInterface
    public interface Fcntl {
        int call(int descriptor, int what, int how);
    }

    static SealedProgram of(MemorySegment program) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom("job-supervisor");
            int descriptor = MEMFD_CREATE.call(name, CLOSE_ON_EXEC | ALLOW_SEALING | EXECUTABLE);
            if (descriptor < 0) {
                descriptor = MEMFD_CREATE.call(name, CLOSE_ON_EXEC | ALLOW_SEALING);
            }
            if (descriptor < 0) {
                throw new IOException("memfd_create failed: no memory for the program");
            }
            var sealedProgram = new SealedProgram(descriptor);
            if (WRITE.call(descriptor, program, program.byteSize()) != program.byteSize()
                    || FCNTL.call(descriptor, ADD_SEALS, ALL_SEALS) != 0) {
                sealedProgram.close();
                throw new IOException("The program could not be copied to memory and sealed");
            }
            return sealedProgram;
        }
    }

    /** A path for a process that inherits no descriptors; valid while this process holds the memfd. */
    String path() {
        return "/proc/%d/fd/%d".formatted(ProcessHandle.current().pid(), descriptor);
    }

    /** A process that executes the program keeps it in memory. */
    @Override
    public void close() {
        LogPipe.close(descriptor);
    }
}
