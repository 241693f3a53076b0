package slipway.surface.plan.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;

/**
 * The guides are true: each command in them is typed, one after the other in one folder, with the files that it shows,
 * and says what stands there. With {@code slipway.golden=write} what they say is written into the guide instead.
 */
class GuideTest {

    private static final int WIDE = 112;

    /** A file that the reader is told to write, or what a terminal shows. */
    private static final Pattern BLOCK =
            Pattern.compile("```(?:text ([a-z./]+)|console)\n(.*?)```\n", Pattern.DOTALL);

    private static final String PROMPT = "$ slipway ";

    @TempDir private Path folder;

    @Test
    void every_command_of_the_guide_to_plans_says_what_stands_there() throws IOException {
        checkTrue("plan.md");
    }

    @Test
    void every_command_of_the_guide_to_decisions_says_what_stands_there() throws IOException {
        checkTrue("decide.md");
    }

    private void checkTrue(String name) throws IOException {
        Path guide =
                Path.of(System.getProperty("basedir", ""))
                        .toAbsolutePath()
                        .resolve("../../docs/guides")
                        .resolve(name)
                        .normalize();
        String text = Files.readString(guide);
        var now = new StringBuilder();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            block.appendReplacement(now, Matcher.quoteReplacement(renewed(block)));
        }
        block.appendTail(now);
        if ("write".equals(System.getProperty("slipway.golden"))) {
            Files.writeString(guide, now.toString());
        }
        assertThat(text).contains(PROMPT);
        assertThat(now.toString())
                .as("JAVA_TOOL_OPTIONS=-Dslipway.golden=write ./slipway test --only GuideTest")
                .isEqualTo(Files.readString(guide));
    }

    private String renewed(Matcher block) throws IOException {
        if (block.group(1) == null) {
            return "```console\n" + typed(block.group(2)) + "```\n";
        }
        Path file = folder.resolve(block.group(1));
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, block.group(2));
        return block.group();
    }

    /** The commands of a block, each with what it says. */
    private String typed(String block) {
        var now = new StringBuilder();
        for (String command : commands(block)) {
            var shell = new TestShell(folder).wide(WIDE);
            int code = shell.run(words(command));
            now.append("$ slipway ").append(command).append('\n');
            now.append(shell.out()).append(shell.err());
            if (code != 0) {
                now.append("(exit ").append(code).append(")\n");
            }
        }
        return now.toString();
    }

    /** A line that ends with a backslash goes on in the next. */
    private static List<String> commands(String block) {
        var commands = new ArrayList<String>();
        boolean goesOn = false;
        for (String line : block.split("\n", -1)) {
            if (goesOn) {
                commands.add(commands.removeLast() + "\n" + line);
            } else if (line.startsWith(PROMPT)) {
                commands.add(line.substring(PROMPT.length()));
            }
            goesOn = (goesOn || line.startsWith(PROMPT)) && line.endsWith("\\");
        }
        return commands;
    }

    private static String[] words(String command) {
        return command.replace("\\\n", " ").strip().split("\\s+");
    }
}
