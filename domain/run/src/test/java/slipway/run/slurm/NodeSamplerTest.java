package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.run.engine.UsageSample.Gpu;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** What a node writes down of its cards, from a program that is as particular as the driver's. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("process")
class NodeSamplerTest {

    @TempDir private Path folder;

    private Process watched;
    private Process sampler;

    @BeforeEach
    void begin() throws IOException {
        watched = new ProcessBuilder("sleep", "1000").start();
    }

    @AfterEach
    void end() throws InterruptedException {
        sampler.descendants().forEach(ProcessHandle::destroyForcibly);
        sampler.destroyForcibly().waitFor();
        watched.destroyForcibly().waitFor();
    }

    /** It takes -i beside a query only, prints for ever with -l, and cannot say everything of every card. */
    private void install() throws IOException {
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("nvidia-smi");
        Files.writeString(
                program,
                """
                #!/bin/sh
                case "$*" in
                *-L*) echo "ERROR: Option -i is not valid for this command."; exit 6 ;;
                *-l*) while :; do
                    echo "GPU-11, 97, 85831, 693.40, 61, 0x0000000000000044"
                    echo "GPU-22, [N/A], 0, [Not Supported], 30, 0x0000000000000001"
                    sleep 1000
                done ;;
                *"-i 0,1"*) echo GPU-11; echo GPU-22 ;;
                *) echo "No devices were found"; exit 6 ;;
                esac
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private SlurmUsage.Reading sampled(String devices) throws IOException, InterruptedException {
        Path tools = NodeScripts.write(folder.resolve("attempts"), false).folder();
        Path attempt = Files.createDirectories(folder.resolve("attempts/some/1"));
        var builder =
                new ProcessBuilder(
                        "/bin/sh",
                        tools.resolve("sample.sh").toString(),
                        tools.toString(),
                        attempt.toString(),
                        Long.toString(watched.pid()));
        builder.environment().put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        builder.environment().put("SLURM_NODEID", "0");
        builder.environment().put("SLIPWAY_ATTEMPT", "some.1");
        builder.environment().put("CUDA_VISIBLE_DEVICES", devices);
        sampler = builder.start();
        Path usage = attempt.resolve("usage/0");
        Optional<SlurmUsage.Reading> reading = Optional.empty();
        for (int i = 0; i < 600 && reading.isEmpty(); i++) {
            assertThat(sampler.waitFor(50, TimeUnit.MILLISECONDS)).isFalse();
            reading =
                    (Files.exists(usage) ? Files.readAllLines(usage) : List.<String>of())
                            .stream()
                                    .flatMap(line -> SlurmUsage.Reading.parse(line).stream())
                                    .findFirst();
        }
        return reading.orElseThrow();
    }

    @Test
    void the_jobs_gpus_are_sampled_with_the_drivers_values() throws Exception {
        install();
        assertThat(sampled("0,1").gpus())
                .containsExactly(
                        new Gpu(
                                "GPU-11",
                                Optional.of(97),
                                Bytes.mebibytes(85_831),
                                693,
                                61,
                                List.of("power cap", "heat, by hardware"),
                                List.of()),
                        new Gpu(
                                "GPU-22",
                                Optional.empty(),
                                Bytes.ZERO,
                                0,
                                30,
                                List.of(),
                                List.of()));
    }

    @Test
    void gpus_are_named_by_their_index_on_the_node() throws Exception {
        install();
        SlurmUsage.Reading reading = sampled("0,1");
        assertThat(reading.withDevicesOf(new NodeAllocation("h100-a1", 0b1010, 1_000)).gpus())
                .extracting(Gpu::uuid, Gpu::watts)
                .containsExactly(tuple("h100-a1/1", 693), tuple("h100-a1/3", 0));
        assertThat(reading.withDevicesOf(new NodeAllocation("h100-a1", 0b1, 1_000)))
                .as("of which the driver tells of others than it was given")
                .isEqualTo(reading);
    }

    @Test
    void without_gpus_the_job_is_sampled() throws Exception {
        install();
        assertThat(sampled("7").gpus()).isEmpty();
    }

    @Test
    void without_a_driver_the_job_is_sampled() throws Exception {
        assertThat(sampled("0").gpus()).isEmpty();
    }
}
