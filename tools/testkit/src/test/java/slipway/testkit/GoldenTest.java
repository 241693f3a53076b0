package slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenTest {

    @TempDir Path folder;

    @Test
    void a_text_like_its_golden_file_passes() {
        Golden.matches("greeting.txt", "Ready in 0.9 s.\nStop with Ctrl-C.\n");
    }

    @Test
    void writing_makes_the_file_and_the_next_comparison_passes() {
        new Golden(folder, true).compare("help/run.txt", "new\n");

        assertThat(folder.resolve("help/run.txt")).hasContent("new\n");
        new Golden(folder, false).compare("help/run.txt", "new\n");
    }

    @Test
    void a_difference_names_its_line_and_the_way_to_accept_it() throws Exception {
        Files.writeString(folder.resolve("help.txt"), "same\nold\n");

        assertThatThrownBy(() -> new Golden(folder, false).compare("help.txt", "same\nnew\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("help.txt differs from line 2 on")
                .hasMessageContaining("golden  \"old\"")
                .hasMessageContaining("now     \"new\"")
                .hasMessageContaining(
                        "JAVA_TOOL_OPTIONS=-Dslipway.golden=write ./slipway test --only"
                                + " slipway.testkit.GoldenTest#a_difference_names_its_line_and_the_way_to_accept_it");
    }

    @Test
    void a_text_that_ends_too_early_differs() throws Exception {
        Files.writeString(folder.resolve("help.txt"), "same\nold");

        assertThatThrownBy(() -> new Golden(folder, false).compare("help.txt", "same"))
                .hasMessageContaining("(the text has ended)");
    }

    @Test
    void a_missing_golden_file_is_a_failure() {
        assertThatThrownBy(() -> new Golden(folder, false).compare("none.txt", "x"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("There is no golden file");
        assertThat(folder).isEmptyDirectory();
    }
}
