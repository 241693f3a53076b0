package slipway.run.local;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A pipe for the output of a job; the process that writes the log gets both ends.
 *
 * @param reading the descriptor of one end
 * @param writing the descriptor of the other
 */
record LogPipe(int reading, int writing) implements AutoCloseable {

    private static final int CLOSE_ON_EXEC = 0x80000;

    private static final Pipe PIPE =
            CLibrary.bind(
                    "pipe2",
                    Pipe.class,
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    private static final Close CLOSE =
            CLibrary.bind(
                    "close",
                    Close.class,
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    // Public, because proxies for them are made outside this package.

    @FunctionalInterface
    public interface Pipe {
        int call(MemorySegment ends, int flags);
    }

    @FunctionalInterface
    public interface Close {
        int call(int descriptor);
    }

    static LogPipe open() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(ValueLayout.JAVA_INT, 2);
            if (PIPE.call(ends, CLOSE_ON_EXEC) != 0) {
                throw new IOException("pipe2 failed: too many open files");
            }
            return new LogPipe(
                    ends.getAtIndex(ValueLayout.JAVA_INT, 0),
                    ends.getAtIndex(ValueLayout.JAVA_INT, 1));
        }
    }

    /** Closes both ends in this process; the child keeps its own. */
    @Override
    public void close() {
        close(reading);
        close(writing);
    }

    /** Closes a descriptor that was not opened by Java. */
    static void close(int descriptor) {
        CLOSE.call(descriptor);
    }
}
