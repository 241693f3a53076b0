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
 * @param hidden folders that no job may see, such as the data directory; the attempts of others are always hidden
 * @param writable folders that every job may write to, such as a scratch disk
 * @param sandbox whether to use a sandbox if one works
 * @param trusting whether an admin declared that teams trust each other
 * @param nodes number of nodes that the machine presents itself as: 1, more only to test gangs
 * @param sampleInterval time between two samples
 * @param gpuDriver access to the accelerators
 * @param catalogType maps the driver's name of an accelerator to the catalog's type
 */
public record LocalSettings(
        Path attempts,
        List<Path> hidden,
        List<Path> writable,
        boolean sandbox,
        boolean trusting,
        int nodes,
        Duration sampleInterval,
        GpuDriver gpuDriver,
        UnaryOperator<String> catalogType,
        InstantSource clock) {

    public LocalSettings {
        attempts = attempts.toAbsolutePath().normalize();
        hidden = List.copyOf(hidden);
        writable = List.copyOf(writable);
        if (nodes < 1) {
            throw new IllegalArgumentException("The machine needs at least one node");
        }
    }

    /** Settings with all defaults: detected GPUs, sampled every five seconds. */
    public static LocalSettings of(Path attempts, InstantSource clock) {
        return new LocalSettings(
                attempts,
                List.of(),
                List.of(),
                true,
                false,
                1,
                Duration.ofSeconds(5),
                GpuDriver.detect(),
                UnaryOperator.identity(),
                clock);
    }

    public LocalSettings hiding(List<Path> paths) {
        return new LocalSettings(
                attempts,
                paths,
                writable,
                sandbox,
                trusting,
                nodes,
                sampleInterval,
                gpuDriver,
                catalogType,
                clock);
    }

    public LocalSettings writing(List<Path> paths) {
        return new LocalSettings(
                attempts,
                hidden,
                paths,
                sandbox,
                trusting,
                nodes,
                sampleInterval,
                gpuDriver,
                catalogType,
                clock);
    }

    public LocalSettings sandboxed(boolean value) {
        return new LocalSettings(
                attempts,
                hidden,
                writable,
                value,
                trusting,
                nodes,
                sampleInterval,
                gpuDriver,
                catalogType,
                clock);
    }

    public LocalSettings trusting(boolean value) {
        return new LocalSettings(
                attempts,
                hidden,
                writable,
                sandbox,
                value,
                nodes,
                sampleInterval,
                gpuDriver,
                catalogType,
                clock);
    }

    public LocalSettings asNodes(int count) {
        return new LocalSettings(
                attempts,
                hidden,
                writable,
                sandbox,
                trusting,
                count,
                sampleInterval,
                gpuDriver,
                catalogType,
                clock);
    }

    public LocalSettings with(GpuDriver others) {
        return new LocalSettings(
                attempts,
                hidden,
                writable,
                sandbox,
                trusting,
                nodes,
                sampleInterval,
                others,
                catalogType,
                clock);
    }

    public LocalSettings typed(UnaryOperator<String> catalog) {
        return new LocalSettings(
                attempts,
                hidden,
                writable,
                sandbox,
                trusting,
                nodes,
                sampleInterval,
                gpuDriver,
                catalog,
                clock);
    }
}
