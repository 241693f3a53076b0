package slipway.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import slipway.cli.Cli;
import slipway.cli.TestShell;
import slipway.testkit.Golden;

class HelpTest {

    @TempDir private Path home;

    private TestShell shell() {
        return new TestShell(home);
    }

    @Test
    void the_index_lists_exactly_the_existing_topics() throws IOException {
        Path folder =
                Path.of(System.getProperty("basedir", ""))
                        .resolve("src/main/resources/slipway/cli/help/topics");
        try (var files = Files.walk(folder)) {
            List<String> pages =
                    files.map(file -> folder.relativize(file).toString())
                            .filter(file -> file.endsWith(".md"))
                            .map(file -> file.substring(0, file.length() - ".md".length()))
                            .toList();
            assertThat(Topics.all().keySet()).containsExactlyInAnyOrderElementsOf(pages);
        }
    }

    @Test
    void every_topic_has_a_title_and_fits_100_columns() {
        for (String topic : Topics.all().keySet()) {
            String page = Topics.page(topic).orElseThrow();
            assertThat(page).startsWith("# ").endsWith("\n");
            assertThat(page.lines()).as(topic).allMatch(line -> line.length() <= 101);
        }
    }

    @Test
    void a_topic_wraps_at_40_columns() {
        TestShell shell = shell().wide(40);
        assertThat(shell.run("help", "exit-codes")).isZero();
        Golden.matches("help-exit-codes-40.txt", shell.out());
        assertThat(shell.run("help")).isZero();
        Golden.matches("help-40.txt", shell.out());
    }

    @Test
    void the_help_of_a_command_has_examples() {
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("whoami", "--help")).isZero();
            Golden.matches("help-whoami-" + width + ".txt", shell.out());
            String fromFlag = shell.out();
            assertThat(shell.run("help", "whoami")).isZero();
            assertThat(shell.out()).isEqualTo(fromFlag);
        }
    }

    @Test
    void an_unknown_topic_is_answered_with_the_nearest() {
        TestShell shell = shell();
        assertThat(shell.run("help", "exit-code")).isEqualTo(3);
        assertThat(shell.err()).contains("Did you mean exit-codes?", "slipway help");
        assertThat(shell.run("help", "context", "lst")).isEqualTo(3);
    }

    @Test
    void every_command_has_a_description_and_every_leaf_an_example() {
        check(Cli.of(shell().shell()).root());
    }

    private static void check(CommandLine line) {
        var page = line.getCommandSpec().usageMessage();
        assertThat(page.description()).as(line.getCommandName()).hasSize(1);
        assertThat(page.description()[0]).as(line.getCommandName()).endsWith(".");
        if (line.getSubcommands().isEmpty() && !line.getCommandName().equals("audit")) {
            assertThat(page.footer()).as(line.getCommandName()).contains("Examples");
        }
        line.getSubcommands().values().forEach(HelpTest::check);
    }
}
