package slipway.run.local;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.LoggerFactory;

/**
 * Starts processes with {@code posix_spawn} in a new session. Java starts a program through a helper process, and
 * setsid is another one; at hundreds of starts per second these two are a quarter of the cost. It needs glibc 2.34 or
 * newer, which can close the server's open descriptors in the child.
 */
final class NativeSpawn implements SessionSpawner {

    private static final String SHELL = "/bin/sh";
    private static final int ATTRIBUTES_BYTES = 512;
    private static final int ACTIONS_BYTES = 256;
    private static final int SIGNALS_BYTES = 128;
    private static final short NEW_SESSION_AND_NO_SIGNAL_BLOCKED = 0x80 | 0x08;
    private static final int NO_HANG = 1;
    private static final int SIGNAL_BITS = 0x7f;

    private static final int FIRST_FREE_DESCRIPTOR = 3;

    /** The path at which a script finds the sealed bubblewrap, if it was given one. */
    static final String SANDBOX_PROGRAM = "/proc/self/fd/" + FIRST_FREE_DESCRIPTOR;

    private static final int APPEND_AND_CREATE = 0x441;
    private static final int MODE_0644 = 0x1a4;

    private final Spawn spawn;
    private final Action initActions;
    private final Action destroyActions;
    private final Dup dup;
    private final Open open;
    private final CloseFrom closeFrom;
    private final Wait wait;
    private final MemorySegment attributes;

    // Public, because proxies for them are made outside this package.

    @FunctionalInterface
    public interface Spawn {
        int call(
                MemorySegment pid,
                MemorySegment path,
                MemorySegment actions,
                MemorySegment attributes,
                MemorySegment words,
                MemorySegment environment);
    }

    @FunctionalInterface
    public interface Action {
        int call(MemorySegment actions);
    }

    @FunctionalInterface
    public interface Dup {
        int call(MemorySegment actions, int from, int to);
    }

    @FunctionalInterface
    public interface Open {
        int call(MemorySegment actions, int as, MemorySegment path, int flags, int mode);
    }

    @FunctionalInterface
    public interface CloseFrom {
        int call(MemorySegment actions, int from);
    }

    @FunctionalInterface
    public interface Flags {
        int call(MemorySegment attributes, short flags);
    }

    @FunctionalInterface
    public interface Mask {
        int call(MemorySegment attributes, MemorySegment signals);
    }

    @FunctionalInterface
    public interface Wait {
        int call(int pid, MemorySegment status, int options);
    }

    private NativeSpawn() {
        MemoryLayout pointer = ValueLayout.ADDRESS;
        MemoryLayout number = ValueLayout.JAVA_INT;
        String actions = "posix_spawn_file_actions_";
        spawn =
                bind(
                        "posix_spawn",
                        Spawn.class,
                        pointer,
                        pointer,
                        pointer,
                        pointer,
                        pointer,
                        pointer);
        initActions = bind(actions + "init", Action.class, pointer);
        destroyActions = bind(actions + "destroy", Action.class, pointer);
        dup = bind(actions + "adddup2", Dup.class, pointer, number, number);
        open = bind(actions + "addopen", Open.class, pointer, number, pointer, number, number);
        closeFrom = bind(actions + "addclosefrom_np", CloseFrom.class, pointer, number);
        wait = bind("waitpid", Wait.class, number, pointer, number);
        attributes = Arena.global().allocate(ATTRIBUTES_BYTES, 16);
        bind("posix_spawnattr_init", Action.class, pointer).call(attributes);
        bind("posix_spawnattr_setflags", Flags.class, pointer, ValueLayout.JAVA_SHORT)
                .call(attributes, NEW_SESSION_AND_NO_SIGNAL_BLOCKED);
        bind("posix_spawnattr_setsigmask", Mask.class, pointer, pointer)
                .call(attributes, Arena.global().allocate(SIGNALS_BYTES, 8));
    }

    /** Empty where the C library lacks one of the functions. */
    static Optional<NativeSpawn> find() {
        try {
            return Optional.of(new NativeSpawn());
        } catch (NoSuchElementException e) {
            LoggerFactory.getLogger(NativeSpawn.class)
                    .debug("The C library lacks a function for posix_spawn", e);
            return Optional.empty();
        }
    }

    private static <T> T bind(String name, Class<T> shape, MemoryLayout... arguments) {
        return CLibrary.bind(name, shape, FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
    }

    @Override
    public Child start(Path script, Map<String, String> environment, Path output)
            throws IOException {
        return start(script, environment, output, Optional.empty());
    }

    /**
     * Starts a script that can execute a sealed program.
     *
     * @param sandboxProgram available to the script as {@link #SANDBOX_PROGRAM}
     */
    Child start(
            Path script,
            Map<String, String> environment,
            Path output,
            Optional<SealedProgram> sandboxProgram)
            throws IOException {
        return start(
                List.of(SHELL, script.toString()),
                environment,
                (arena, actions) -> {
                    MemorySegment nothing = arena.allocateFrom("/dev/null");
                    MemorySegment file = arena.allocateFrom(output.toString());
                    open.call(actions, 0, nothing, 0, 0);
                    open.call(actions, 1, file, APPEND_AND_CREATE, MODE_0644);
                    sandboxProgram.ifPresent(
                            program ->
                                    dup.call(actions, program.descriptor(), FIRST_FREE_DESCRIPTOR));
                    closeFrom.call(
                            actions, FIRST_FREE_DESCRIPTOR + (sandboxProgram.isPresent() ? 1 : 0));
                });
    }

    /**
     * Starts a program with a pipe: its output is connected to its own input, so that it can write the log.
     *
     * @param words its path and its arguments
     */
    Child start(List<String> words, Map<String, String> environment) throws IOException {
        try (LogPipe pipe = LogPipe.open()) {
            return start(
                    words,
                    environment,
                    (_, actions) -> {
                        dup.call(actions, pipe.reading(), 0);
                        dup.call(actions, pipe.writing(), 1);
                        closeFrom.call(actions, FIRST_FREE_DESCRIPTOR);
                    });
        }
    }

    /** Adds file actions that set up the descriptors of the new process. */
    private interface FileActions {
        void addTo(Arena arena, MemorySegment actions);
    }

    private Child start(
            List<String> words, Map<String, String> environment, FileActions fileActions)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment actions = arena.allocate(ACTIONS_BYTES, 16);
            initActions.call(actions);
            fileActions.addTo(arena, actions);
            dup.call(actions, 1, 2);
            var lines =
                    environment.entrySet().stream()
                            .map(line -> line.getKey() + "=" + line.getValue())
                            .toList();
            MemorySegment pid = arena.allocate(ValueLayout.JAVA_INT);
            int error =
                    spawn.call(
                            pid,
                            arena.allocateFrom(words.getFirst()),
                            actions,
                            attributes,
                            texts(arena, words),
                            texts(arena, lines));
            destroyActions.call(actions);
            if (error != 0) {
                throw new IOException("posix_spawn failed with error " + error);
            }
            return child(pid.get(ValueLayout.JAVA_INT, 0));
        }
    }

    private static MemorySegment texts(Arena arena, List<String> texts) {
        MemorySegment array = arena.allocate(ValueLayout.ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            array.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(texts.get(i)));
        }
        return array;
    }

    /** Java can wait for any process, but reaps only those that it started itself. */
    private Child child(int pid) {
        CompletableFuture<?> end =
                ProcessHandle.of(pid)
                        .<CompletableFuture<?>>map(ProcessHandle::onExit)
                        .orElseGet(() -> CompletableFuture.completedFuture(pid));
        return new Child(pid, end.thenApply(_ -> reap(pid)));
    }

    private int reap(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(ValueLayout.JAVA_INT);
            boolean ended = wait.call(pid, status, NO_HANG) == pid;
            int word = status.get(ValueLayout.JAVA_INT, 0);
            return ended && (word & SIGNAL_BITS) == 0 ? word >> 8 & 0xff : Child.UNKNOWN;
        }
    }
}
