package slipway.run.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolationLevelTest {

    @TempDir Path programs;

    private IsolationLevel with(String bubblewrap) throws IOException {
        Path program = Files.writeString(programs.resolve("bwrap"), "#!/bin/sh\n" + bubblewrap);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return IsolationLevel.detect("/nowhere::" + programs);
    }

    @Test
    void without_bubblewrap_the_advice_is_to_install_it() {
        IsolationLevel isolationLevel = IsolationLevel.detect("/nowhere:");
        assertThat(isolationLevel.isolates()).isFalse();
        assertThat(isolationLevel.description()).isEqualTo("no sandbox");
        assertThat(isolationLevel.lack())
                .contains(
                        new IsolationLevel.Lack(
                                "bubblewrap is not installed",
                                "install it, on Debian: apt install bubblewrap"));
    }

    @Test
    void the_error_of_a_failing_bubblewrap_is_quoted() throws IOException {
        IsolationLevel isolationLevel =
                with("echo something; echo bwrap: No permissions >&2; exit 1\n");
        assertThat(isolationLevel.isolates()).isFalse();
        assertThat(isolationLevel.lack().orElseThrow().why())
                .isEqualTo(programs + "/bwrap does not work here: bwrap: No permissions");
        assertThat(isolationLevel.lack().orElseThrow().next()).startsWith("allow user namespaces");
    }

    @Test
    void a_silent_failure_is_described_by_its_exit_code() throws IOException {
        assertThat(with("exit 3\n").lack().orElseThrow().why())
                .endsWith("does not work here: it ended with exit code 3");
    }

    @Test
    void a_working_bubblewrap_isolates() throws IOException {
        assertThat(with("exit 0\n")).isEqualTo(new IsolationLevel("bubblewrap", Optional.empty()));
    }
}
