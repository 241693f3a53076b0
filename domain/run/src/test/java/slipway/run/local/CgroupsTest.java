package slipway.run.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.run.engine.Launch.Limits;

/** Control groups of version 2: those of the kernel where it is asked to end something, plain folders elsewhere. */
@Tag("process")
class CgroupsTest {

    @TempDir Path mount;

    /** As a kernel would show it to a process in this group. */
    private Optional<Cgroups> detected(String group) throws IOException {
        Files.writeString(mount.resolve("cgroup.controllers"), "cpu memory pids\n");
        Path own = Files.createDirectories(mount.resolve(group));
        Files.writeString(own.resolve("cgroup.procs"), "4711\n");
        Path above = own.resolveSibling("cgroup.procs");
        if (Files.notExists(above)) {
            Files.writeString(above, "");
        }
        Path membership = Files.writeString(mount.resolve("membership"), "0::/" + group + "\n");
        return Cgroups.detect(mount, membership);
    }

    @Test
    void a_delegated_cgroup_is_divided_between_the_server_and_its_jobs() throws IOException {
        var found = detected("user.slice/run-1.scope");
        Path scope = mount.resolve("user.slice/run-1.scope");
        assertThat(found).contains(new Cgroups(Cgroups.Version.V2, scope.resolve("slipway")));
        assertThat(scope.resolve("slipway-server/cgroup.procs")).hasContent("4711");
        assertThat(scope.resolve("cgroup.subtree_control")).hasContent("+memory +cpu +pids");
        assertThat(scope.resolve("slipway/cgroup.subtree_control"))
                .hasContent("+memory +cpu +pids");
    }

    @Test
    void a_server_in_its_own_cgroup_divides_the_parent() throws IOException {
        var found = detected("system.slice/slipway.service/slipway-server");
        Path jobs = mount.resolve("system.slice/slipway.service/slipway");
        assertThat(found).contains(new Cgroups(Cgroups.Version.V2, jobs));
        assertThat(jobs.resolveSibling("slipway-server/slipway-server")).doesNotExist();
    }

    @Test
    void the_cgroup_of_a_systemd_service_is_not_divided_so_that_the_service_can_restart()
            throws IOException {
        assertThat(detected("system.slice/slipway.service")).isEmpty();
        assertThat(mount.resolve("system.slice/slipway.service/cgroup.subtree_control"))
                .doesNotExist();
    }

    @Test
    void limits_are_written_as_the_kernel_reads_them() throws IOException {
        var groups = new Cgroups(Cgroups.Version.V2, mount);
        var limits = new Limits(Optional.of(Bytes.mebibytes(64)), 2_500, Optional.empty(), true);
        Path group = groups.make("bert.1.0", limits).path();
        assertThat(group.resolve("memory.max")).hasContent("67108864");
        assertThat(group.resolve("memory.oom.group")).hasContent("1");
        assertThat(group.resolve("cpu.max")).hasContent("250000 100000");
    }

    @Test
    void an_out_of_memory_kill_is_read_from_the_kernels_counter() throws IOException {
        var group = new Cgroup(Cgroups.Version.V2, mount);
        assertThat(group.ranOutOfMemory()).isFalse();
        Files.writeString(mount.resolve("memory.events"), "oom 3\noom_kill 0\noom_group_kill 0\n");
        assertThat(group.ranOutOfMemory()).isFalse();
        Files.writeString(mount.resolve("memory.events"), "oom 3\noom_kill 2\noom_group_kill 1\n");
        assertThat(group.ranOutOfMemory()).isTrue();
    }

    /** The kernel's own: also what is frozen, or has left its session, ends at one stroke. */
    @Test
    void one_write_kills_the_whole_cgroup() throws Exception {
        try (UnifiedCgroup unified = UnifiedCgroup.make()) {
            Cgroup group = unified.cgroups().make("bert.1.0", Limits.NONE);
            Process process =
                    new ProcessBuilder(
                                    "sh",
                                    "-c",
                                    "echo 0 > \"$0\"; setsid sleep 1000 & echo in; exec sleep 1000",
                                    group.procsFile().toString())
                            .start();
            assertThat(process.getInputStream().read()).isEqualTo('i');
            assertThat(group.processes()).hasSize(2);
            Files.writeString(group.path().resolve("cgroup.freeze"), "1");
            group.kill();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(137);
            var nobody = new LinkedBlockingQueue<String>();
            for (int i = 0; i < 600 && Files.exists(group.path()); i++) {
                group.remove();
                nobody.poll(50, TimeUnit.MILLISECONDS);
            }
            assertThat(group.path()).doesNotExist();
        }
    }
}
