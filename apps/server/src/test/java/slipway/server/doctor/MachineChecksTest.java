package slipway.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.run.engine.UsageSample;
import slipway.run.local.nvml.GpuDriver;
import slipway.run.sandbox.IsolationLevel;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;

/** The doctor's findings about sandbox and accelerators. */
class MachineChecksTest {

    private static final String USER = System.getProperty("user.name");
    private static final IsolationLevel NONE =
            new IsolationLevel(
                    "no sandbox",
                    Optional.of(new IsolationLevel.Lack("it is not installed", "install it")));

    @TempDir private Path home;

    private record FakeDriver(List<Card> all) implements GpuDriver {

        static FakeDriver of(String... names) {
            return new FakeDriver(
                    Stream.of(names).map(name -> new Card(0, 0, name, name, Bytes.ZERO)).toList());
        }

        @Override
        public List<UsageSample.Gpu> read() {
            return List.of();
        }

        @Override
        public String describe() {
            return "NVML";
        }

        @Override
        public void close() {}
    }

    private DoctorContext context(String sandbox, String engine) {
        return new DoctorContext(
                Config.read(
                        Map.of(
                                "--data",
                                home.toString(),
                                "--run-sandbox",
                                sandbox,
                                "--run-engine",
                                engine,
                                "--run-attempts",
                                home.resolve("attempts").toString(),
                                "--slurm-partitions",
                                "gpu"),
                        new ProcessEnvironment(Map.of(), home, home)),
                "0.1",
                Instant.EPOCH,
                Optional::empty);
    }

    private DoctorContext context(String sandbox) {
        return context(sandbox, "local");
    }

    private CheckResult sandbox(String setting, IsolationLevel isolationLevel) {
        return new SandboxCheck(() -> isolationLevel).run(context(setting)).getFirst();
    }

    @Test
    void the_sandbox_check_names_the_sandbox_and_the_account_of_jobs() {
        assertThat(sandbox("needed", new IsolationLevel("bubblewrap", Optional.empty())))
                .isEqualTo(
                        CheckResult.ok(
                                "sandbox",
                                "sandbox is bubblewrap; jobs run as "
                                        + USER
                                        + ", like the server"));
    }

    @Test
    void a_missing_sandbox_is_a_warning_with_cause_effect_and_fix() {
        assertThat(sandbox("needed", NONE))
                .isEqualTo(
                        CheckResult.warn(
                                "sandbox",
                                "sandbox: no sandbox (it is not installed); jobs run as "
                                        + USER
                                        + ", like the server; with more than one team the server does not start",
                                "install it"));
        assertThat(sandbox("optional", NONE).text()).doesNotContain("more than one team");
    }

    @Test
    void on_slurm_the_sandbox_of_the_nodes_is_reported() {
        var check = new SandboxCheck(() -> NONE);
        CheckResult needed = check.run(context("needed", "slurm")).getFirst();
        assertThat(needed.grade()).isEqualTo(CheckGrade.OK);
        assertThat(needed.text()).contains("on the nodes: each node probes it and starts no job");
        assertThat(check.run(context("optional", "slurm")).getFirst().text())
                .contains("on the nodes where it works, otherwise none");
        assertThat(check.run(context("off", "slurm")).getFirst().grade())
                .isEqualTo(CheckGrade.WARN);
    }

    @Test
    void a_disabled_sandbox_is_not_probed() {
        CheckResult off =
                new SandboxCheck(
                                () -> {
                                    throw new IllegalStateException("tried");
                                })
                        .run(context("off"))
                        .getFirst();
        assertThat(off.grade()).isEqualTo(CheckGrade.WARN);
        assertThat(off.text()).contains("run.sandbox: off");
    }

    private CheckResult accelerators(Path driver, GpuDriver gpuDriver) {
        return new AcceleratorCheck(driver, () -> gpuDriver).run(context("needed")).getFirst();
    }

    @Test
    void accelerators_are_counted_by_type_with_their_source() {
        assertThat(accelerators(home, FakeDriver.of("NVIDIA H200", "NVIDIA H200", "Tesla T4")))
                .isEqualTo(
                        CheckResult.ok(
                                "accelerators", "3 accelerators found by NVML: 2 x H200, 1 x T4"));
    }

    @Test
    void no_accelerators_is_ok_and_a_driver_without_answer_is_a_warning() {
        assertThat(accelerators(home.resolve("none"), GpuDriver.NONE).grade())
                .isEqualTo(CheckGrade.OK);
        CheckResult mute = accelerators(home, GpuDriver.NONE);
        assertThat(mute.grade()).isEqualTo(CheckGrade.WARN);
        assertThat(mute.text()).contains("neither NVML nor nvidia-smi answers");
    }
}
