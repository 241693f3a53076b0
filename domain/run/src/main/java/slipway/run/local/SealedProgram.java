package slipway.run.local;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A program in memory that nobody can change, for one process to execute. A job finds the program of its sandbox in
 * {@code /proc}, by a way that leads past everything that covers the machine: were it a file, a job of root could write
 * to it as soon as it is not running, and the server would execute that. Each attempt has one of its own, so that not
 * even its permissions are worth changing.
 *
 * @param descriptor by which it is held
 */
record SealedProgram(int descriptor) implements AutoCloseable {

    private static final int CLOSE_ON_EXEC = 0x1;
    private static final int ALLOW_SEALING = 0x2;

    /** Where memory is not to be executed unless this is said; older kernels do not know it. */
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
            MemorySegment name = arena.allocateFrom("cradle");
            int descriptor = MEMFD_CREATE.call(name, CLOSE_ON_EXEC | ALLOW_SEALING | EXECUTABLE);
            if (descriptor < 0) {
                descriptor = MEMFD_CREATE.call(name, CLOSE_ON_EXEC | ALLOW_SEALING);
            }
            if (descriptor < 0) {
                throw new IOException("No memory could be had for a program");
            }
            var sealedProgram = new SealedProgram(descriptor);
            if (WRITE.call(descriptor, program, program.byteSize()) != program.byteSize()
                    || FCNTL.call(descriptor, ADD_SEALS, ALL_SEALS) != 0) {
                sealedProgram.close();
                throw new IOException("A program could not be put into memory and frozen");
            }
            return sealedProgram;
        }
    }

    /** Where a process that inherits nothing finds it, as long as this one holds it. */
    String path() {
        return "/proc/%d/fd/%d".formatted(ProcessHandle.current().pid(), descriptor);
    }

    /** Who executes it keeps it. */
    @Override
    public void close() {
        LogPipe.close(descriptor);
    }
}
