package slipway.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.testkit.Golden;

class BlockSchemaTest {

    @Test
    void every_value_is_read_as_its_type() {
        BlockValues job =
                Job.read(
                        """
                name: bert
                resources: {accelerators: H100:8, cpus: 16}
                nodes: 2
                spot: true
                priority: high
                max_duration: 1h 30m
                workdir: src
                run: |
                  python train.py
                  echo done
                needs: [tokens, "split"]
                envs: {LR: 3e-4, DEBUG: no}
                """);
        assertEquals("bert", job.get(Job.NAME));
        assertEquals("H100:8", job.get(Job.RESOURCES_KEY).get(Job.ACCELERATORS));
        assertEquals(16, job.get(Job.RESOURCES_KEY).get(Job.CPUS));
        assertEquals(2, job.get(Job.NODES));
        assertEquals(true, job.get(Job.SPOT));
        assertEquals(Job.Priority.HIGH, job.get(Job.PRIORITY));
        assertEquals(Duration.ofMinutes(90), job.get(Job.MAX_DURATION));
        assertEquals(Path.of("src"), job.get(Job.WORKDIR));
        assertEquals("python train.py\necho done\n", job.get(Job.RUN));
        assertEquals(List.of("tokens", "split"), job.get(Job.NEEDS));
        assertEquals(Map.of("LR", "3e-4", "DEBUG", "no"), job.get(Job.ENVS));
    }

    @Test
    void what_is_omitted_has_its_default_and_says_so() {
        BlockValues job = Job.read("name: bert\nnodes: 3\n");
        assertEquals(4, job.get(Job.RESOURCES_KEY).get(Job.CPUS));
        assertEquals(BlockValues.DEFAULT, job.get(Job.RESOURCES_KEY).location(Job.CPUS));
        assertEquals(new SourceLocation("job.yaml", 2, 8), job.location(Job.NODES));
        assertEquals(Optional.empty(), job.find(Job.MAX_DURATION));
        assertEquals(Optional.empty(), job.find(Job.NEEDS));
    }

    @Test
    void all_mistakes_come_at_once_with_their_lines() {
        Problem problem = assertThrows(Problem.class, () -> Job.read(written("job-mistakes.yaml")));
        Golden.matches(
                "job-mistakes.txt",
                problem.what() + "\n" + problem.why() + "\n" + problem.next() + "\n");
        assertEquals("invalid-document", problem.code().name());
        assertEquals(ProblemKind.INVALID, problem.kind());
    }

    @Test
    void mistakes_can_be_taken_as_values() {
        Problem problem = assertThrows(Problem.class, () -> Job.read("name: bert\nnodes: two\n"));
        assertEquals(
                List.of(
                        new Mistake(
                                new SourceLocation("job.yaml", 2, 8),
                                "nodes",
                                "\"two\" is not a whole number ≥ 1.")),
                problem.mistakes());
    }

    @Test
    void a_document_that_is_no_block_is_reported_what_one_is() {
        assertThat(assertThrows(Problem.class, () -> Job.read("- a\n- b\n")).why())
                .isEqualTo(
                        "  line 1  a list is not a block of keys (name, resources, nodes, spot, …).");
    }

    @Test
    void a_block_may_be_empty_because_its_keys_are_commented_out() {
        BlockValues job = Job.read("name: bert\nresources:\n  # cpus: 8\nneeds:\n");
        assertEquals(4, job.get(Job.RESOURCES_KEY).get(Job.CPUS));
        assertEquals(List.of(), job.get(Job.NEEDS));
    }

    @Test
    void a_part_may_lack_what_is_required_but_not_be_wrong() {
        assertEquals(List.of(), Job.SHAPE.checkPartial(Document.of("job.yaml", "nodes: 2\n")));
        assertThat(Job.SHAPE.checkPartial(Document.of("job.yaml", "nods: 2\n"))).hasSize(1);
    }

    @Test
    void a_block_laid_over_another_wins_key_by_key() {
        var file =
                (DocumentNode.Block)
                        Document.of(
                                        "job.yaml",
                                        "nodes: 2\nresources: {cpus: 8, accelerators: H100:8}\n")
                                .root()
                                .orElseThrow();
        var flag =
                DocumentNode.ofPath(
                        "resources.cpus",
                        new DocumentNode.Value(SourceLocation.of("flag --cpus"), "16", false));
        BlockValues both =
                Job.SHAPE.read(flag.mergedOver(file), MistakeCollector.forPart()).orElseThrow();
        assertEquals(2, both.get(Job.NODES));
        assertEquals(16, both.get(Job.RESOURCES_KEY).get(Job.CPUS));
        assertEquals(
                SourceLocation.of("flag --cpus"), both.get(Job.RESOURCES_KEY).location(Job.CPUS));
        assertEquals("H100:8", both.get(Job.RESOURCES_KEY).get(Job.ACCELERATORS));
    }

    @Test
    void a_default_that_its_own_type_refuses_is_a_bug() {
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        SpecKey.of("port", ValueType.wholeNumber(0, 65535), "The port.")
                                .withDefault("high"));
    }

    @Test
    void a_key_is_declared_once() {
        assertThrows(IllegalArgumentException.class, () -> BlockSchema.of(Job.NODES, Job.NODES));
    }

    @Test
    void the_table_for_the_reference_names_every_key() {
        assertEquals(
                """
                | Key | Written as | Default | What it says |
                |---|---|---|---|
                | `accelerators` | an accelerator such as H100:8 | none | What each node needs. Example: `H100:8`. |
                | `cpus` | a whole number from 1 to 512 | `4` | CPU cores per node. |
                """,
                MarkdownReference.table(Job.RESOURCES));
    }

    private static String written(String name) throws IOException {
        try (InputStream in = BlockSchemaTest.class.getResourceAsStream(name)) {
            return new String(
                    Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
