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
        return IsolationLevel.look("/nowhere::" + programs);
    }

    @Test
    void a_machine_without_bubblewrap_is_told_to_install_it() {
        IsolationLevel isolationLevel = IsolationLevel.look("/nowhere:");
        assertThat(isolationLevel.isolates()).isFalse();
        assertThat(isolationLevel.words()).isEqualTo("no sandbox");
        assertThat(isolationLevel.lack())
                .contains(
                        new IsolationLevel.Lack(
                                "bubblewrap is not installed",
                                "install it, on Debian: apt install bubblewrap"));
    }

    @Test
    void one_that_does_not_work_is_quoted() throws IOException {
        IsolationLevel isolationLevel =
                with("echo something; echo bwrap: No permissions >&2; exit 1\n");
        assertThat(isolationLevel.isolates()).isFalse();
        assertThat(isolationLevel.lack().orElseThrow().why())
                .isEqualTo(programs + "/bwrap does not work here: bwrap: No permissions");
        assertThat(isolationLevel.lack().orElseThrow().next()).startsWith("allow user namespaces");
    }

    @Test
    void one_that_says_nothing_is_known_by_its_exit_code() throws IOException {
        assertThat(with("exit 3\n").lack().orElseThrow().why())
                .endsWith("does not work here: it ended with exit code 3");
    }

    @Test
    void one_that_works_is_enough() throws IOException {
        assertThat(with("exit 0\n")).isEqualTo(new IsolationLevel("bubblewrap", Optional.empty()));
    }
}
