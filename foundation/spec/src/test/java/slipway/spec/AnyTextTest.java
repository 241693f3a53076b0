package slipway.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import slipway.base.Mistake;
import slipway.base.Problem;

/** Whatever stands in a document, reading it ends in values or in one problem. */
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
        forEachSeed(
                2_000,
                random -> {
                    int length = random.nextInt(1, 60);
                    String text =
                            IntStream.range(0, length)
                                    .mapToObj(_ -> PIECES.get(random.nextInt(PIECES.size())))
                                    .collect(Collectors.joining());
                    readOrProblem(text.getBytes(StandardCharsets.UTF_8));
                });
    }

    @Test
    void any_bytes_are_read_or_are_one_problem() {
        forEachSeed(
                1_000,
                random -> {
                    byte[] bytes = new byte[random.nextInt(200)];
                    random.nextBytes(bytes);
                    readOrProblem(bytes);
                });
    }

    @Test
    void every_unknown_key_is_reported() {
        forEachSeed(
                300,
                random -> {
                    var unknown = new TreeSet<String>();
                    var text = new StringBuilder("name: bert\n");
                    for (int line = 0; line < 20; line++) {
                        String key = "u" + Integer.toString(random.nextInt(1_000_000), 36);
                        if (unknown.add(key)) {
                            text.append(key)
                                    .append(": ")
                                    .append(random.nextBoolean() ? "1" : "[a, {b: c}]")
                                    .append('\n');
                        }
                    }
                    Problem problem =
                            Assertions.assertThrows(Problem.class, () -> Job.read(text.toString()));
                    List<String> reported =
                            problem.mistakes().stream().map(Mistake::key).sorted().toList();
                    assertEquals(List.copyOf(unknown), reported);
                });
    }

    @Test
    void texts_made_to_hurt_are_refused_quickly() {
        int large = Limits.USUAL.bytes() - 10;
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
            Job.SHAPE.read(Document.of("job.yaml", text, Limits.USUAL), "Nothing was submitted.");
        } catch (Problem problem) {
            assertThat(problem.mistakes()).isNotEmpty();
            assertThat(
                            Collections.max(
                                    List.of(problem.why().split("\n", -1)),
                                    (a, b) -> a.length() - b.length()))
                    .hasSizeLessThan(1_000);
        }
    }

    private static void forEachSeed(int usual, Consumer<RandomGenerator> property) {
        Long only = Long.getLong("slipway.seed");
        long first = only == null ? 1 : only;
        long count = only == null ? Long.getLong("slipway.seeds", usual) : 1;
        for (long seed = first; seed < first + count; seed++) {
            long now = seed;
            try {
                property.accept(RandomGeneratorFactory.of("L64X128MixRandom").create(now));
            } catch (RuntimeException | AssertionError failed) {
                throw new AssertionError("with -Dslipway.seed=" + now, failed);
            }
        }
    }
}
