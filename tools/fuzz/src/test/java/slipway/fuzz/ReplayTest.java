package slipway.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import slipway.testkit.Choices;
import slipway.testkit.Generator;
import slipway.testkit.Property;

/** The corpus, and some thousand inputs made from it, without the fuzzer. */
class ReplayTest {

    private static final int RUNS = 500;
    private static final int MOST_CHANGES = 6;
    private static final Path CORPUS = Path.of(System.getProperty("basedir", "")).resolve("corpus");

    private static List<byte[]> corpus(Target target) {
        List<byte[]> inputs = new ArrayList<>();
        target.seeds().forEach(seed -> inputs.add(seed.getBytes(StandardCharsets.UTF_8)));
        Path folder = CORPUS.resolve(target.name());
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList()) {
                    inputs.add(Files.readAllBytes(file));
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return inputs;
    }

    @TestFactory
    Stream<DynamicTest> every_past_finding_stays_fixed() {
        return Targets.ALL.stream()
                .map(
                        target ->
                                DynamicTest.dynamicTest(
                                        target.name(),
                                        () -> corpus(target).forEach(target::accepts)));
    }

    @Test
    void every_target_accepts_some_of_its_seeds() {
        for (Target target : Targets.ALL) {
            assertThat(corpus(target)).as(target.name()).anyMatch(target::accepts);
        }
    }

    @Test
    void a_corpus_belongs_to_a_target() throws IOException {
        try (Stream<Path> folders = Files.list(CORPUS)) {
            assertThat(folders.map(folder -> String.valueOf(folder.getFileName())))
                    .isSubsetOf(Targets.names());
        }
    }

    @Test
    void requests_are_understood_or_refused() {
        holds("requests");
    }

    @Test
    void answers_are_understood_or_refused() {
        holds("answers");
    }

    @Test
    void problems_are_understood_or_refused() {
        holds("problems");
    }

    @Test
    void queries_are_understood_or_refused() {
        holds("queries");
    }

    @Test
    void cursors_are_understood_or_refused() {
        holds("cursors");
    }

    @Test
    void documents_are_understood_or_refused() {
        holds("documents");
    }

    @Test
    void streams_are_understood_wherever_they_are_cut() {
        holds("streams");
    }

    @Test
    void tokens_are_understood_or_refused() {
        holds("tokens");
    }

    @Test
    void seals_are_understood_or_refused() {
        holds("seals");
    }

    @Test
    void groups_are_understood_or_refused() {
        holds("groups");
    }

    @Test
    void workloads_are_understood_or_refused() {
        holds("workloads");
    }

    private static void holds(String name) {
        Target target = Targets.named(name);
        Property.holds(RUNS, mutated(target), input -> target.accepts(input.bytes()));
    }

    /** An input that shows itself in a failure as a text and as bytes to put into the corpus. */
    private static final class Input {
        private final byte[] bytes;

        Input(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes.clone();
        }

        @Override
        public String toString() {
            return new String(bytes, StandardCharsets.UTF_8)
                    + " = "
                    + HexFormat.of().formatHex(bytes);
        }
    }

    private static Generator<Input> mutated(Target target) {
        List<byte[]> inputs = corpus(target);
        List<byte[]> words = new ArrayList<>();
        target.dictionary().forEach(word -> words.add(word.getBytes(StandardCharsets.UTF_8)));
        return choices -> {
            byte[] input = inputs.get((int) choices.upTo(inputs.size() - 1L));
            long changes = choices.upTo(MOST_CHANGES);
            for (long i = 0; i < changes; i++) {
                input = changed(input, choices, words);
            }
            return new Input(input);
        };
    }

    private static byte[] changed(byte[] input, Choices choices, List<byte[]> words) {
        int at = (int) choices.upTo(input.length);
        int end = at + (int) choices.upTo(Math.min(40, input.length - at));
        return switch ((int) choices.upTo(4)) {
            case 0 -> joined(input, at, end, new byte[0]);
            case 1 -> joined(input, at, at, words.get((int) choices.upTo(words.size() - 1L)));
            case 2 -> joined(input, at, end, words.get((int) choices.upTo(words.size() - 1L)));
            case 3 -> joined(input, at, at, Arrays.copyOfRange(input, at, end));
            default ->
                    joined(
                            input,
                            at,
                            Math.min(at + 1, input.length),
                            new byte[] {(byte) choices.upTo(255)});
        };
    }

    /** The input with the bytes between two positions replaced. */
    private static byte[] joined(byte[] input, int from, int until, byte[] between) {
        byte[] joined = Arrays.copyOf(input, input.length - (until - from) + between.length);
        System.arraycopy(between, 0, joined, from, between.length);
        System.arraycopy(input, until, joined, from + between.length, input.length - until);
        return joined;
    }
}
