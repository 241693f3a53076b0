package slipway.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.Cli;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TerminalCapabilities;
import slipway.surface.terminal.command.CommandEnvironment;

/**
 * Runs every command of the guides in one folder, with the files that a guide shows, and compares the output with the
 * guide. With {@code slipway.golden=write} the output is written into the guide instead. The guides show the product,
 * so this test stays where the shipped catalog and fit are read; the tests of apps/cli read frozen ones.
 */
class GuideTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");

    private static final TerminalCapabilities TERMINAL =
            new TerminalCapabilities(112, true, true, true, false, true);

    /** A file that the reader writes, or a terminal session. */
    private static final Pattern BLOCK =
            Pattern.compile("```(?:text ([a-z./]+)|console)\n(.*?)```\n", Pattern.DOTALL);

    private static final String PROMPT = "$ slipway ";

    @TempDir private Path folder;

    @Test
    void every_command_of_the_plan_guide_prints_what_the_guide_shows() throws IOException {
        check("plan.md");
    }

    @Test
    void every_command_of_the_decision_guide_prints_what_the_guide_shows() throws IOException {
        check("decide.md");
    }

    private void check(String name) throws IOException {
        Path guide =
                Path.of(System.getProperty("basedir", ""))
                        .toAbsolutePath()
                        .resolve("../../docs/guides")
                        .resolve(name)
                        .normalize();
        String text = Files.readString(guide);
        var actual = new StringBuilder();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            block.appendReplacement(actual, Matcher.quoteReplacement(rerun(block)));
        }
        block.appendTail(actual);
        if ("write".equals(System.getProperty("slipway.golden"))) {
            Files.writeString(guide, actual.toString());
        }
        assertThat(text).contains(PROMPT);
        assertThat(actual.toString())
                .as("JAVA_TOOL_OPTIONS=-Dslipway.golden=write ./slipway test --only GuideTest")
                .isEqualTo(Files.readString(guide));
    }

    private String rerun(Matcher block) throws IOException {
        if (block.group(1) == null) {
            return "```console\n" + runCommands(block.group(2)) + "```\n";
        }
        Path file = folder.resolve(block.group(1));
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, block.group(2));
        return block.group();
    }

    /** The commands of a block, each with its output. */
    private String runCommands(String block) {
        var actual = new StringBuilder();
        for (String command : commands(block)) {
            var out = new StringWriter();
            var err = new StringWriter();
            var terminal = new Terminal(TERMINAL, out, err, new StringReader(""));
            int code = Cli.of(shell(terminal)).run(arguments(command));
            actual.append("$ slipway ").append(command).append('\n');
            actual.append(out).append(err);
            if (code != 0) {
                actual.append("(exit ").append(code).append(")\n");
            }
        }
        return actual.toString();
    }

    private CommandEnvironment shell(Terminal terminal) {
        return new CommandEnvironment(
                "0.1", terminal, Map.of(), folder, folder, () -> NOW, () -> ZoneOffset.UTC);
    }

    /** A line that ends with a backslash continues on the next. */
    private static List<String> commands(String block) {
        var commands = new ArrayList<String>();
        boolean continued = false;
        for (String line : block.split("\n", -1)) {
            if (continued) {
                commands.add(commands.removeLast() + "\n" + line);
            } else if (line.startsWith(PROMPT)) {
                commands.add(line.substring(PROMPT.length()));
            }
            continued = (continued || line.startsWith(PROMPT)) && line.endsWith("\\");
        }
        return commands;
    }

    private static String[] arguments(String command) {
        return command.replace("\\\n", " ").strip().split("\\s+");
    }
}
