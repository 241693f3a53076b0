package slipway.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.testkit.Generator;
import slipway.testkit.Property;

/** Reading any document ends with values or with one problem. */
class AnyTextTest {

    private static final List<String> PIECES =
            List.of(
                    "a",
                    "nodes",
                    "name",
                    ": ",
                    ":",
                    "\n",
                    "\n  ",
                    "\n    ",
                    "- ",
                    "[",
                    "]",
                    "{",
                    "}",
                    ",",
                    "'",
                    "\"",
                    "\\",
                    "&a ",
                    "*a",
                    "!!str ",
                    "!x ",
                    "#",
                    "|",
                    ">",
                    "%",
                    "@",
                    "`",
                    "\t",
                    "---\n",
                    "...\n",
                    "? ",
                    "~",
                    "null",
                    "1",
                    "3h",
                    "\r",
                    "\u0000",
                    "\u0085",
                    "\u2028",
                    "é",
                    "\ud83d\ude80",
                    "\ufeff",
                    "<<: ",
                    "%YAML 1.2\n",
                    "true",
                    "resources:\n  cpus: 1\n");

    @Test
    void any_text_is_read_or_is_one_problem() {
        Generator<String> texts =
                Generator.choice(PIECES).list(0, 60).map(pieces -> String.join("", pieces));
        Property.holds(2_000, texts, text -> readOrProblem(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void any_bytes_are_read_or_are_one_problem() {
        Property.holds(
                1_000,
                Generator.ints(0, 255).list(0, 200),
                numbers -> readOrProblem(bytes(numbers)));
    }

    @Test
    void every_unknown_key_is_reported() {
        Generator<List<String>> words = Generator.strings("uvwxyz", 3, 8).list(1, 20);
        Property.holds(
                300,
                words,
                all -> {
                    List<String> unknown =
                            all.stream().map(word -> "x" + word).distinct().sorted().toList();
                    String text =
                            "name: bert\n" + String.join(": [a, {b: c}]\n", unknown) + ": 1\n";
                    Problem problem = Assertions.assertThrows(Problem.class, () -> Job.read(text));
                    assertEquals(
                            unknown,
                            problem.mistakes().stream().map(Mistake::key).sorted().toList());
                });
    }

    @Test
    void texts_made_to_hurt_are_rejected_quickly() {
        int large = DocumentLimits.DEFAULT.bytes() - 10;
        for (String text :
                List.of(
                        "[".repeat(large),
                        "{".repeat(large),
                        "- ".repeat(large / 2),
                        "? ".repeat(large / 2),
                        "a: ".repeat(large / 3),
                        "&a ".repeat(large / 3),
                        "a,".repeat(large / 2),
                        "[" + "a,".repeat(large / 2 - 2) + "]",
                        "{" + "a,".repeat(large / 2 - 2) + "}",
                        "\"" + "\\n".repeat(large / 2 - 1) + "\"",
                        "\n".repeat(large),
                        "a".repeat(large) + ": 1",
                        "#".repeat(large),
                        "a: |\n" + " ".repeat(large - 6),
                        "a:\n" + " \n".repeat(large / 2 - 2),
                        IntStream.range(0, 40_000)
                                .mapToObj(i -> "k" + i + ": 1\n")
                                .collect(Collectors.joining()))) {
            Assertions.assertTimeout(
                    Duration.ofSeconds(30),
                    () -> readOrProblem(text.getBytes(StandardCharsets.UTF_8)),
                    () -> text.substring(0, 10));
        }
    }

    private static void readOrProblem(byte[] text) {
        try {
            Job.SHAPE.read(
                    Document.of("job.yaml", text, DocumentLimits.DEFAULT),
                    "Nothing was submitted.");
        } catch (Problem problem) {
            assertThat(problem.mistakes()).isNotEmpty();
            assertThat(
                            Collections.max(
                                    List.of(problem.why().split("\n", -1)),
                                    (a, b) -> a.length() - b.length()))
                    .hasSizeLessThan(1_000);
        }
    }

    private static byte[] bytes(List<Integer> numbers) {
        byte[] bytes = new byte[numbers.size()];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = numbers.get(at).byteValue();
        }
        return bytes;
    }
}
