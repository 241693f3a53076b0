package slipway.run.local.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.run.engine.UsageSample.Gpu;
import slipway.testkit.Needs;

@Tag("process")
class GpuDriverTest {

    @TempDir Path folder;

    /** A library with the functions of the driver's, compiled here. */
    private Path driver() throws IOException, InterruptedException {
        Needs.command("cc", "gcc");
        Path source = folder.resolve("driver.c");
        try (InputStream text =
                Objects.requireNonNull(GpuDriverTest.class.getResourceAsStream("driver.c"))) {
            Files.copy(text, source);
        }
        Path library = folder.resolve("libdriver.so");
        Process compiler =
                new ProcessBuilder(
                                "cc",
                                "-shared",
                                "-fPIC",
                                "-o",
                                library.toString(),
                                source.toString())
                        .inheritIO()
                        .start();
        assertThat(compiler.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(compiler.exitValue()).isZero();
        return library;
    }

    @Test
    void nvml_lists_the_gpus() throws Exception {
        try (Nvml nvml = Nvml.load(driver().toString()).orElseThrow()) {
            assertThat(nvml.all())
                    .containsExactly(
                            new GpuDriver.Card(0, 1, "GPU-11", "NVIDIA H200", Bytes.gigabytes(150)),
                            new GpuDriver.Card(
                                    1, 0, "GPU-22", "NVIDIA H200", Bytes.gigabytes(150)));
        }
    }

    @Test
    void nvml_readings_omit_values_that_a_gpu_does_not_support() throws Exception {
        try (Nvml nvml = Nvml.load(driver().toString()).orElseThrow()) {
            var busy =
                    new Gpu(
                            "GPU-11",
                            Optional.of(97),
                            Bytes.gigabytes(90),
                            693,
                            61,
                            List.of("power cap", "heat, by hardware"),
                            List.of(79));
            var idle = new Gpu("GPU-22", Optional.empty(), Bytes.ZERO, 0, 61, List.of(), List.of());
            assertThat(nvml.read()).containsExactly(busy, idle);
            assertThat(nvml.read())
                    .as("an error is reported once and remembered")
                    .containsExactly(busy, idle);
        }
    }

    @Test
    void a_missing_or_different_library_is_no_driver() {
        assertThat(Nvml.load("libslipway-has-no-such.so.1")).isEmpty();
        assertThat(Nvml.load("libc.so.6")).isEmpty();
    }

    @Test
    void nvidia_smi_is_used_without_the_library() throws Exception {
        Path program = folder.resolve("nvidia-smi");
        Files.writeString(
                program,
                """
                #!/bin/sh
                case $1 in
                *index*) echo "0, GPU-11, NVIDIA H200, 143771"; echo "1, GPU-22, NVIDIA H200, 143771" ;;
                *) while :; do
                    echo "GPU-11, 97, 85831, 693.40, 61, 0x0000000000000044"
                    echo "GPU-22, [N/A], 0, [Not Supported], 30, 0x0000000000000001"
                    sleep 1 || exit
                done ;;
                esac
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        try (NvidiaSmi smi = NvidiaSmi.find(program.toString()).orElseThrow()) {
            assertThat(smi.all())
                    .hasSize(2)
                    .first()
                    .isEqualTo(
                            new GpuDriver.Card(
                                    0, 0, "GPU-11", "NVIDIA H200", Bytes.mebibytes(143_771)));
            assertThat(smi.first())
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
    }

    @Test
    void lines_that_describe_no_gpu_are_skipped() {
        assertThat(
                        NvidiaSmi.cards(
                                List.of(
                                        "NVIDIA-SMI has failed because it couldn't communicate with the driver.")))
                .isEmpty();
        assertThat(NvidiaSmi.reading("Unable to determine the device handle, GPU is lost"))
                .isEmpty();
    }

    @Test
    void a_missing_nvidia_smi_finds_no_gpu() {
        assertThat(NvidiaSmi.find("slipway-has-no-such-program")).isEmpty();
    }
}
