package slipway.run.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpawningTest {

    private static final String SCRIPT =
            """
            [ -z "$OUTPUT" ] || exec < /dev/null > "$OUTPUT"
            read -r stat < /proc/$$/stat
            set -- ${stat##*) }
            echo "session $(($$ == $4)) given=$GIVEN home=$HOME"
            ls /proc/$$/fd
            """;

    @TempDir Path folder;

    private void starts(Spawning spawning) throws Exception {
        Path script = Files.writeString(folder.resolve("script"), SCRIPT);
        Path output = folder.resolve("output");
        try (var socket = new ServerSocket(0)) {
            assertThat(socket.isBound()).isTrue();
            Map<String, String> given =
                    Map.of("GIVEN", "x y", "OUTPUT", spawning.givesPipe() ? output.toString() : "");
            Spawning.Child child = spawning.start(script, given, output);
            child.end().get(30, TimeUnit.SECONDS);
            assertThat(Proc.ofThisMachine().stat(child.pid()))
                    .as("nothing is left of it")
                    .isEmpty();
        }
        // 10 is the script itself, which the shell keeps open; 3 is where it hears that it will be
        // told.
        assertThat(Files.readString(output))
                .startsWith("session 1 given=x y home=\n")
                .matches("(?s).*\n0\n1\n(10\n)?2\n" + (spawning.givesPipe() ? "3\n" : ""));
    }

    @Test
    void a_script_has_its_own_session_and_inherits_nothing_open() throws Exception {
        starts(new Spawning.Plain());
    }

    @Test
    void the_c_library_does_the_same() throws Exception {
        starts(NativeSpawn.find().orElseThrow());
    }

    @Test
    void a_script_is_told_when_there_is_something_to_read_in_its_pipe() throws Exception {
        Path script =
                Files.writeString(
                        folder.resolve("script"),
                        """
                        trap 'read -r line; echo "heard $line" > "$OUTPUT"; exit' URG
                        echo something &
                        while :; do sleep 0.1; done
                        """);
        Path output = folder.resolve("heard");
        Spawning.Child child =
                NativeSpawn.find()
                        .orElseThrow()
                        .start(script, Map.of("OUTPUT", output.toString()), folder);
        child.end().get(30, TimeUnit.SECONDS);
        assertThat(Files.readString(output)).isEqualTo("heard something\n");
    }

    @Test
    void a_script_hears_when_it_will_be_told() throws Exception {
        Path script =
                Files.writeString(
                        folder.resolve("script"), "read -r line <&3; echo $line > \"$OUTPUT\"\n");
        Path output = folder.resolve("heard");
        Spawning.Child child =
                NativeSpawn.find()
                        .orElseThrow()
                        .start(script, Map.of("OUTPUT", output.toString()), folder);
        child.end().get(30, TimeUnit.SECONDS);
        assertThat(Files.readString(output)).isEqualTo("told\n");
    }

    @Test
    void a_script_that_is_not_there_ends_at_once() throws IOException {
        Spawning.Child child =
                Spawning.detect().start(folder.resolve("none"), Map.of(), folder.resolve("output"));
        assertThat(child.end()).succeedsWithin(30, TimeUnit.SECONDS);
    }
}
