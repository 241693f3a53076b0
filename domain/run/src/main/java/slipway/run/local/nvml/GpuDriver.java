package slipway.run.local.nvml;

import java.util.List;
import slipway.base.Bytes;
import slipway.run.engine.UsageSample;

/** The GPU driver of this machine. One thread at a time may use it. */
public interface GpuDriver extends AutoCloseable {

    /** The driver of a machine without GPUs. */
    GpuDriver NONE = new FixedGpus(List.of());

    /** Uses NVML, else nvidia-smi, else none. */
    static GpuDriver detect() {
        return Nvml.load("libnvidia-ml.so.1")
                .<GpuDriver>map(nvml -> nvml)
                .or(() -> NvidiaSmi.find().map(smi -> smi))
                .orElse(NONE);
    }

    /** All cards in the order of the PCI bus. They are listed once: cards do not change while a machine runs. */
    List<Card> all();

    /** The current readings. A card that does not answer is missing. */
    List<UsageSample.Gpu> read();

    /** How the cards were found, such as {@code NVML}. */
    String describe();

    @Override
    void close();

    /**
     * @param index its number in the driver
     * @param minor the number of its device file
     * @param name its name in the driver, such as {@code NVIDIA H100 80GB HBM3}
     */
    record Card(int index, int minor, String uuid, String name, Bytes memory) {}
}
