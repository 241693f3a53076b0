package slipway.run.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.run.engine.InTarget;
import slipway.testkit.Needs;
import slipway.testkit.UnprivilegedProcess;

/**
 * The contract once more, by a server that may do nothing special: it cannot enter another's namespaces, make control
 * groups, or read what is closed to it. The tests are the same, in a process of another user.
 */
@Tag("process")
class LocalEngineWithoutRootTest {

    @TempDir(factory = InTarget.class)
    Path folder;

    private Process suite(Class<?>... tests) throws IOException {
        Path own = Files.createDirectories(folder.resolve("own"));
        Files.createDirectories(own.resolve("target"));
        UnprivilegedProcess.own(folder);
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djava.io.tmpdir=" + own.resolve("target"),
                                "-cp",
                                UnprivilegedProcess.classes(folder),
                                TestSuiteMain.class.getName(),
                                own.resolve("outcome").toString()));
        for (Class<?> test : tests) {
            command.add(test.getName());
        }
        var builder =
                UnprivilegedProcess.process(command)
                        .directory(own.toFile())
                        .redirectErrorStream(true);
        builder.environment().put("HOME", own.toString());
        return builder.start();
    }

    /** The outcome of the suite; its output if it did not finish. */
    private String outcome(Process suite) throws IOException, InterruptedException {
        var output = new String(suite.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        suite.waitFor();
        Path outcome = folder.resolve("own/outcome");
        return Files.exists(outcome) ? Files.readString(outcome) : output;
    }

    private static boolean sandboxWorks() throws IOException, InterruptedException {
        var bare = List.of("bwrap", "--ro-bind", "/", "/", "--unshare-pid", "true");
        return UnprivilegedProcess.process(bare).start().waitFor() == 0;
    }

    @Test
    void a_server_without_root_passes_the_engine_contract() throws Exception {
        Needs.command("bwrap", "bubblewrap");
        Needs.that(sandboxWorks(), "a bubblewrap for everybody", "allow user namespaces");
        Process suite =
                suite(
                        LocalEngineContractTest.class,
                        BareLocalEngineContractTest.class,
                        LocalExecTest.class);
        assertThat(outcome(suite))
                .containsPattern("\\n[4-9][0-9] succeeded, 0 failed, 0 skipped, ");
    }
}
