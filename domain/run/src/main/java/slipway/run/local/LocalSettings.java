package slipway.run.local;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;
import slipway.run.local.nvml.GpuDriver;

/**
 * Settings of the local engine.
 *
 * @param attempts folder of the attempt directories
 * @param nodes number of nodes that the machine presents itself as: 1, more only to test gangs
 * @param sampleInterval time between two samples
 * @param gpuDriver access to the accelerators
 * @param catalogType maps the driver's name of an accelerator to the catalog's type
 */
public record LocalSettings(
        Path attempts,
        SandboxSettings sandbox,
        int nodes,
        Duration sampleInterval,
        GpuDriver gpuDriver,
        UnaryOperator<String> catalogType,
        InstantSource clock) {

    /**
     * The sandbox of the jobs.
     *
     * @param wanted whether to use one if one works
     * @param trusting whether an admin declared that teams trust each other
     * @param hidden folders that no job may see, such as the data directory; the attempts of others are always hidden
     */
    public record SandboxSettings(boolean wanted, boolean trusting, List<Path> hidden) {

        public SandboxSettings {
            hidden = List.copyOf(hidden);
        }
    }

    public LocalSettings {
        attempts = attempts.toAbsolutePath().normalize();
        if (nodes < 1) {
            throw new IllegalArgumentException("The machine needs at least one node");
        }
    }

    /** Settings with all defaults: a sandbox, and detected GPUs that are sampled every five seconds. */
    public static LocalSettings of(Path attempts, InstantSource clock) {
        return new LocalSettings(
                attempts,
                new SandboxSettings(true, false, List.of()),
                1,
                Duration.ofSeconds(5),
                GpuDriver.detect(),
                UnaryOperator.identity(),
                clock);
    }

    public LocalSettings hiding(List<Path> paths) {
        return with(new SandboxSettings(sandbox.wanted, sandbox.trusting, paths));
    }

    public LocalSettings sandboxed(boolean value) {
        return with(new SandboxSettings(value, sandbox.trusting, sandbox.hidden));
    }

    public LocalSettings trusting(boolean value) {
        return with(new SandboxSettings(sandbox.wanted, value, sandbox.hidden));
    }

    private LocalSettings with(SandboxSettings other) {
        return new LocalSettings(
                attempts, other, nodes, sampleInterval, gpuDriver, catalogType, clock);
    }

    public LocalSettings asNodes(int count) {
        return new LocalSettings(
                attempts, sandbox, count, sampleInterval, gpuDriver, catalogType, clock);
    }

    public LocalSettings with(GpuDriver other) {
        return new LocalSettings(
                attempts, sandbox, nodes, sampleInterval, other, catalogType, clock);
    }

    public LocalSettings typed(UnaryOperator<String> catalog) {
        return new LocalSettings(
                attempts, sandbox, nodes, sampleInterval, gpuDriver, catalog, clock);
    }
}
