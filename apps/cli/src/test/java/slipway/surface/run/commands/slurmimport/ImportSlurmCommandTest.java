package slipway.surface.run.commands.slurmimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Golden;

class ImportSlurmCommandTest {

    @TempDir private Path home;

    @BeforeEach
    void saveReplies() throws IOException {
        Path saved = Files.createDirectory(home.resolve("saved"));
        for (SlurmQuery slurmQuery : SlurmQuery.values()) {
            try (InputStream in = getClass().getResourceAsStream("saved/" + slurmQuery.file())) {
                Files.write(
                        saved.resolve(slurmQuery.file()),
                        Objects.requireNonNull(in).readAllBytes());
            }
        }
    }

    private String written(String file) throws IOException {
        return Files.readString(home.resolve("slurm-import").resolve(file));
    }

    @Test
    void the_import_writes_teams_a_cluster_file_and_a_trace() throws IOException {
        var shell = new TestShell(home);
        assertThat(shell.run("import", "slurm", "--from", "saved")).as(shell.err()).isZero();
        Golden.matches("slurm/report.txt", shell.out().replace(home.toString(), "HOME"));
        Golden.matches("slurm/slipway.yaml", written("slipway.yaml"));
        Golden.matches("slurm/cluster.yaml", written("cluster.yaml"));
        Golden.matches("slurm/trace.csv", written("trace.csv"));
        assertThat(shell.out()).startsWith(written("report.txt"));
    }

    @Test
    void the_simulator_reads_the_imported_files() {
        var shell = new TestShell(home);
        assertThat(shell.run("import", "slurm", "--from", "saved", "--to", "made")).isZero();
        assertThat(
                        shell.run(
                                "simulate",
                                "--json",
                                "--trace",
                                "made/trace.csv",
                                "--cluster",
                                "made/cluster.yaml"))
                .as(shell.err())
                .isZero();
        assertThat(shell.out()).contains("\"jobs\":5", "\"finished\":5");
    }

    @Test
    void without_accounting_the_trace_is_made_from_the_queue() throws IOException {
        Files.delete(home.resolve("saved/sacct.txt"));
        Files.delete(home.resolve("saved/sacctmgr.txt"));
        var shell = new TestShell(home);
        assertThat(shell.run("import", "slurm", "--from", "saved")).as(shell.err()).isZero();
        assertThat(shell.out())
                .contains("There is no sacct.txt in", "There is no sacctmgr.txt in")
                .contains("9 jobs of the queue, each as long as its limit")
                .contains("which have no known duration: 1\n")
                .contains("slipway team add vision-lab");
        assertThat(written("trace.csv").lines().skip(1))
                .hasSize(9)
                .contains("2026-11-15T11:00:00Z,3600,8,2,H100,8,,nlp,3600,het,bo,long");
    }

    @Test
    void a_dry_run_writes_nothing_and_an_import_never_overwrites() throws IOException {
        var shell = new TestShell(home);
        assertThat(shell.run("import", "slurm", "--from", "saved", "--dry-run")).isZero();
        assertThat(home.resolve("slurm-import")).doesNotExist();
        assertThat(shell.run("import", "slurm", "--from", "saved")).isZero();
        assertThat(shell.run("import", "slurm", "--from", "saved")).isEqualTo(4);
        assertThat(shell.err()).contains("already exists", "--to FOLDER");
    }

    @Test
    void the_report_is_available_as_json() {
        var shell = new TestShell(home);
        assertThat(shell.run("import", "slurm", "--from", "saved", "--dry-run", "--json")).isZero();
        assertThat(shell.out()).contains("\"left_out\"", "\"trace.csv\"", "\"commands\"");
    }

    @Test
    void without_saved_replies_the_programs_run_and_their_errors_are_reported() throws IOException {
        Path programs = Files.createDirectory(home.resolve("bin"));
        program(programs, "sinfo", "cat " + home.resolve("saved/sinfo.txt"));
        program(programs, "sacct", "echo Slurm accounting storage is disabled >&2; exit 1");
        var shell = new TestShell(home).with("PATH", programs + ":/usr/bin:/bin");
        assertThat(shell.run("import", "slurm", "--dry-run")).as(shell.err()).isZero();
        assertThat(shell.out())
                .contains("32 nodes in 3 partitions")
                .contains("nothing: It reported: Slurm accounting storage is disabled.");
    }

    private static void program(Path folder, String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void an_import_without_any_reply_fails() {
        var shell = new TestShell(home);
        assertThat(shell.run("import", "slurm", "--from", "nowhere")).isEqualTo(6);
        assertThat(shell.err()).contains("Slurm gave no answer", "--from FOLDER");
    }

    @Test
    void a_host_list_expands_to_all_names_with_leading_zeros() {
        assertEquals(
                Optional.of(List.of("n08", "n09", "n10", "login", "a1-x", "a3-x")),
                HostList.of("n[08-10],login,a[1,3]-x"));
        for (String wrong : List.of("n[1-", "n[1-9999999]", "n[a-b]", "", "n 1", "n[3-]")) {
            assertEquals(Optional.empty(), HostList.of(wrong), wrong);
        }
    }

    @Test
    void pending_members_of_an_array_are_counted() {
        assertEquals(7, SlurmJobHistory.pendingMembers("12_[3-9]"));
        assertEquals(3, SlurmJobHistory.pendingMembers("12_[1,5,9%2]"));
        assertEquals(5, SlurmJobHistory.pendingMembers("12_[0-8:2]"));
        assertEquals(0, SlurmJobHistory.pendingMembers("12_3"));
        assertEquals(0, SlurmJobHistory.pendingMembers("12"));
    }

    @Test
    void typed_accelerators_are_not_added_to_their_untyped_sum() {
        TresAmounts tresAmounts =
                TresAmounts.parse("cpu=8,gres/gpu:a100=4,gres/gpu=4,mem=1.5G,node=2").orElseThrow();
        assertEquals(Map.of("A100", 4L), tresAmounts.accelerators());
        assertEquals(2, tresAmounts.nodes());
        assertEquals(Optional.empty(), TresAmounts.parse("cpu=many"));
        assertEquals(Map.of("H100", 8L), TresAmounts.parseGres("gpu:h100:8(S:0,1),nvme:1"));
    }
}
