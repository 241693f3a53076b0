package slipway.run.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class SessionSpawnerTest {

    private static final String SCRIPT =
            """
            read -r stat < /proc/$$/stat
            set -- ${stat##*) }
            echo "session $(($$ == $4)) given=$GIVEN home=$HOME"
            ls /proc/$$/fd
            """;

    @TempDir Path folder;

    private void starts(SessionSpawner sessionSpawner) throws Exception {
        Path script = Files.writeString(folder.resolve("script"), SCRIPT);
        Path output = folder.resolve("output");
        try (var socket = new ServerSocket(0)) {
            assertThat(socket.isBound()).isTrue();
            SessionSpawner.Child child =
                    sessionSpawner.start(script, Map.of("GIVEN", "x y"), output);
            child.end().get(30, TimeUnit.SECONDS);
            assertThat(ProcFs.ofThisMachine().stat(child.pid()))
                    .as("nothing is left of it")
                    .isEmpty();
        }
        // 10 is the script itself, which the shell keeps open.
        assertThat(Files.readString(output))
                .startsWith("session 1 given=x y home=\n")
                .matches("(?s).*\n0\n1\n(10\n)?2\n");
    }

    @Test
    void a_script_runs_in_a_new_session_without_inherited_descriptors() throws Exception {
        starts(new SessionSpawner.SetsidSpawner());
    }

    @Test
    void posix_spawn_starts_a_new_session_without_inherited_descriptors() throws Exception {
        starts(NativeSpawn.find().orElseThrow());
    }

    private SessionSpawner.Child started(String script, Path output, Optional<SealedProgram> given)
            throws IOException {
        return NativeSpawn.find()
                .orElseThrow()
                .start(
                        Files.writeString(folder.resolve("script"), script),
                        Map.of("PATH", "/usr/bin:/bin"),
                        output,
                        given);
    }

    @Test
    void a_script_can_execute_its_sealed_program_and_no_process_can_change_it() throws Exception {
        byte[] program = Files.readAllBytes(Path.of("/bin/echo"));
        Path output = folder.resolve("output");
        try (Arena arena = Arena.ofConfined();
                SealedProgram sealedProgram =
                        SealedProgram.of(arena.allocateFrom(ValueLayout.JAVA_BYTE, program))) {
            String script =
                    "/proc/self/fd/3 executed; { echo x > /proc/self/fd/3; } 2> /dev/null || echo frozen";
            started(script, output, Optional.of(sealedProgram)).end().get(30, TimeUnit.SECONDS);
        }
        assertThat(Files.readString(output)).isEqualTo("executed\nfrozen\n");
    }

    @Test
    void the_exit_code_is_known_unless_a_signal_ended_the_script() throws Exception {
        Path output = folder.resolve("output");
        assertThat(started("exit 7", output, Optional.empty()).end().get(30, TimeUnit.SECONDS))
                .isEqualTo(7);
        var killed = started("kill -KILL $$", output, Optional.empty());
        assertThat(killed.end().get(30, TimeUnit.SECONDS)).isEqualTo(SessionSpawner.Child.UNKNOWN);
    }

    @Test
    void a_missing_script_ends_at_once() throws IOException {
        SessionSpawner.Child child =
                SessionSpawner.detect()
                        .start(folder.resolve("none"), Map.of(), folder.resolve("output"));
        assertThat(child.end()).succeedsWithin(30, TimeUnit.SECONDS);
    }
}
