package slipway.spec.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.spec.sbatch.WorkloadFile;

class QuickRunTest {

    @TempDir private Path folder = Path.of("");

    @Test
    void a_python_file_needs_no_spec() throws IOException {
        WorkloadSpec spec =
                QuickRun.spec(
                        file("Train_BERT.py", "print(1)\n"),
                        List.of("--lr", "3e-4", "it's", ""),
                        SpecOverrides.NONE
                                .with("resources.accelerators", "--gpus", "H100:2")
                                .with("nodes", "--nodes", "2")
                                .with("team", "--team", "vision")
                                .data("--data", "corpus@3"));
        assertEquals(
                "python3 Train_BERT.py --lr 3e-4 'it'\\''s' ''", spec.execution().program().run());
        assertEquals(Optional.of(folder.toString()), spec.execution().program().workdir());
        assertEquals(Optional.of("train-bert"), spec.name());
        assertEquals(Optional.of(new TeamId("vision")), spec.team());
        assertEquals(2, spec.scheduling().gang().nodes());
        assertEquals(
                Map.of("corpus", new DatasetReference("corpus", OptionalInt.of(3))),
                spec.execution().data());
    }

    @Test
    void what_executes_a_file_follows_from_it() throws IOException {
        assertEquals("sh a.sh", run(file("a.sh", "true\n")));
        assertEquals("/bin/bash -e b.sh", run(file("b.sh", "#!/bin/bash -e\ntrue\n")));
        assertEquals("/usr/bin/env ruby c", run(file("c", "#! /usr/bin/env ruby\n")));
        Path program = file("d", "\u007fELF");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertEquals(
                "./d",
                QuickRun.spec(relative(program), List.of(), SpecOverrides.NONE)
                        .execution()
                        .program()
                        .run());
    }

    @Test
    void a_program_of_the_system_is_run_where_it_is_and_takes_no_folder_along() {
        WorkloadSpec spec =
                QuickRun.spec(Path.of("/bin/sh"), List.of("-c", "exit 3"), SpecOverrides.NONE);
        assertEquals("/bin/sh -c 'exit 3'", spec.execution().program().run());
        assertEquals(Optional.empty(), spec.execution().program().workdir());
    }

    @Test
    void who_runs_a_spec_is_reported_to_submit_it() throws IOException {
        Problem problem = assertThrows(Problem.class, () -> run(file("job.yaml", "run: x\n")));
        assertEquals("Submit it: slipway submit job.yaml", problem.next());
    }

    @Test
    void a_file_that_nothing_executes_is_rejected() throws IOException {
        Problem problem = assertThrows(Problem.class, () -> run(file("notes.txt", "hello\n")));
        assertEquals("Nothing says how to run notes.txt.", problem.what());
    }

    @Test
    void a_file_that_is_not_there_is_reported_with_where_it_was_looked_for() {
        Problem problem = assertThrows(Problem.class, () -> run(folder.resolve("trian.py")));
        assertThat(problem.why()).contains(folder.toString());
    }

    @Test
    void a_wrong_flag_is_reported_by_its_name() throws IOException {
        Path program = file("train.py", "");
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                QuickRun.spec(
                                        program,
                                        List.of(),
                                        SpecOverrides.NONE.with(
                                                "priority", "--priority", "urgent")));
        assertEquals("slipway run train.py has 1 problem:", problem.what());
        assertThat(problem.why())
                .startsWith("  flag --priority  priority: \"urgent\" is not one of");
    }

    @Test
    void a_submitted_file_is_read_as_what_it_is() throws IOException {
        assertEquals("x", submitted(file("a.yaml", "run: x\n")).execution().program().run());
        assertEquals(
                "x", submitted(file("b.json", " {\"run\": \"x\"}")).execution().program().run());
        assertEquals(
                "#!/bin/sh\n#\ntrue\n",
                submitted(file("c.sh", "#!/bin/sh\n#SBATCH -N 1\ntrue\n"))
                        .execution()
                        .program()
                        .run());
        Path bad = folder.resolve("bad.yaml");
        Files.write(bad, new byte[] {'r', 'u', 'n', ':', ' ', (byte) 0xff});
        assertThat(assertThrows(Problem.class, () -> submitted(bad)).why()).contains("not UTF-8");
    }

    private static WorkloadSpec submitted(Path file) {
        return WorkloadFile.read(file, SpecOverrides.NONE).spec();
    }

    private static String run(Path file) {
        return QuickRun.spec(file, List.of(), SpecOverrides.NONE).execution().program().run();
    }

    private static Path relative(Path file) {
        return Path.of("").toAbsolutePath().relativize(file);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
