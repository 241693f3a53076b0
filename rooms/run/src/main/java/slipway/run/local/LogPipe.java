package slipway.run.local;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandleProxies;

/**
 * A pipe for what a job prints. Its reader gets the signal URG as soon as something is in it, from the kernel and also
 * when the server is long gone: so a job that prints nothing needs no process that waits for it to print. URG, because
 * whoever is not prepared for it does not die of it.
 *
 * @param reading the descriptor of one end
 * @param writing the descriptor of the other
 */
record LogPipe(int reading, int writing) implements AutoCloseable {

    private static final int NOT_INHERITED = 0x80000;
    private static final int SET_FLAGS = 4;
    private static final int SET_OWNER = 8;
    private static final int SET_SIGNAL = 10;
    private static final int SIGNAL_WHEN_READY = 0x2000;
    private static final short READABLE = 1;
    private static final int POLL_BYTES = 8;
    private static final int POLL_FOUND = 6;

    private static final Pipe PIPE =
            bind("pipe2", Pipe.class, 2, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    private static final Numbers CONTROL =
            bind(
                    "fcntl",
                    Numbers.class,
                    2,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT);
    private static final Poll POLL =
            bind(
                    "poll",
                    Poll.class,
                    3,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT);
    private static final Write WRITE =
            bind(
                    "write",
                    Write.class,
                    3,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG);
    private static final Single CLOSE = bind("close", Single.class, 1, ValueLayout.JAVA_INT);

    // Public, because proxies for them are made outside this package.

    @FunctionalInterface
    public interface Pipe {
        int call(MemorySegment ends, int flags);
    }

    @FunctionalInterface
    public interface Numbers {
        int call(int descriptor, int what, int how);
    }

    @FunctionalInterface
    public interface Poll {
        int call(MemorySegment what, long count, int milliseconds);
    }

    @FunctionalInterface
    public interface Write {
        int call(int descriptor, MemorySegment what, long bytes);
    }

    @FunctionalInterface
    public interface Single {
        int call(int descriptor);
    }

    /**
     * @param fixed so many arguments come before those whose number varies
     */
    @SuppressWarnings("restricted") // the forms are those of unistd.h, fcntl.h and poll.h
    private static <T> T bind(String name, Class<T> shape, int fixed, MemoryLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        Linker.Option[] options =
                fixed < arguments.length
                        ? new Linker.Option[] {Linker.Option.firstVariadicArg(fixed)}
                        : new Linker.Option[0];
        return MethodHandleProxies.asInterfaceInstance(
                shape,
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow(name),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments),
                        options));
    }

    static LogPipe open() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(ValueLayout.JAVA_INT, 2);
            if (PIPE.call(ends, NOT_INHERITED) != 0) {
                throw new IOException("No pipe could be made: too many files are open");
            }
            return new LogPipe(
                    ends.getAtIndex(ValueLayout.JAVA_INT, 0),
                    ends.getAtIndex(ValueLayout.JAVA_INT, 1));
        }
    }

    /** Writes a line, which is much less than a pipe holds. */
    void say(String line) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(line + "\n");
            WRITE.call(writing, text, text.byteSize() - 1);
        }
    }

    /** From now on this process is told. What was printed before that is told to it here. */
    void tell(int pid) {
        CONTROL.call(reading, SET_OWNER, pid);
        CONTROL.call(reading, SET_SIGNAL, Posix.URG);
        CONTROL.call(reading, SET_FLAGS, SIGNAL_WHEN_READY);
        if (isReadable()) {
            Posix.kill(pid, Posix.URG);
        }
    }

    private boolean isReadable() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment look = arena.allocate(POLL_BYTES, 4);
            look.set(ValueLayout.JAVA_INT, 0, reading);
            look.set(ValueLayout.JAVA_SHORT, 4, READABLE);
            POLL.call(look, 1, 0);
            return (look.get(ValueLayout.JAVA_SHORT, POLL_FOUND) & READABLE) != 0;
        }
    }

    /** Those who have got it keep it. */
    @Override
    public void close() {
        CLOSE.call(reading);
        CLOSE.call(writing);
    }
}
