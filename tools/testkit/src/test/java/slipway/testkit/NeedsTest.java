package slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NeedsTest {

    @Test
    void a_present_component_lets_the_test_continue() {
        assertThatCode(() -> Needs.command("sh", "dash")).doesNotThrowAnyException();
        assertThatCode(() -> Needs.file(Path.of("/"), "never")).doesNotThrowAnyException();
    }

    @Test
    void on_a_persons_machine_a_missing_thing_skips_the_test_loudly() {
        assertThatThrownBy(() -> Needs.check(false, "setpriv; install util-linux", Map.of()))
                .hasMessage("SKIPPED (missing): setpriv; install util-linux")
                .satisfies(
                        thrown ->
                                assertThat(thrown.getClass().getSimpleName())
                                        .isEqualTo("TestAbortedException"));
    }

    @Test
    void in_continuous_integration_a_missing_thing_fails_the_test() {
        assertThatThrownBy(
                        () ->
                                Needs.check(
                                        false, "setpriv; install util-linux", Map.of("CI", "true")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("setpriv");
    }

    @Test
    void a_command_is_an_executable_file_on_the_path(@TempDir Path folder) throws IOException {
        var path = Map.of("PATH", "/nowhere::" + folder);
        var tool = Files.writeString(folder.resolve("tool"), "#!/bin/sh\n");
        Files.createDirectory(folder.resolve("folder"));

        assertThat(Needs.found("tool", path)).isEmpty();
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        assertThat(Needs.found("tool", path)).isPresent();
        assertThat(Needs.found("folder", path)).isEmpty();
        assertThat(Needs.found("tool", Map.of())).isEmpty();
    }
}
