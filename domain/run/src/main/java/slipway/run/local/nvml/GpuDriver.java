package slipway.run.local.nvml;

import java.util.List;
import slipway.base.Bytes;
import slipway.run.engine.UsageSample;

/** The accelerators of this machine. Used by one thread at a time. */
public interface GpuDriver extends AutoCloseable {

    /** A machine without any. */
    GpuDriver NONE = new FixedGpus(List.of());

    /** The library of the driver, else its program, else none. */
    static GpuDriver detect() {
        return Nvml.load("libnvidia-ml.so.1")
                .<GpuDriver>map(nvml -> nvml)
                .or(() -> NvidiaSmi.find().map(smi -> smi))
                .orElse(NONE);
    }

    /** Which there are, in the order of the bus. Found once: cards do not come and go while a machine is on. */
    List<Card> all();

    /** What each says of itself now. A card that does not answer is left out. */
    List<UsageSample.Gpu> read();

    /** How they were found, in words. */
    String describe();

    @Override
    void close();

    /**
     * @param index the driver's number
     * @param minor the number of its device file
     * @param name as the driver calls it, such as {@code NVIDIA H100 80GB HBM3}
     */
    record Card(int index, int minor, String uuid, String name, Bytes memory) {}
}
