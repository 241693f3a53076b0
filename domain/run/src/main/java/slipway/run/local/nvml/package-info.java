/**
 * Reads the accelerators of this machine from NVIDIA's driver.
 *
 * <p>Terms: a <em>card</em> is an accelerator that the driver lists; a <em>reading</em> is its state at one instant.
 * The driver's library (NVML) is used if it can be loaded, else the program {@code nvidia-smi}; without both the
 * machine has no accelerators.
 *
 * <p>Entry point: {@link slipway.run.local.nvml.GpuDriver}.
 *
 * <p>Invariant: a driver that fails, stops or lacks functions never fails the server; unsupported values are missing
 * from the reading.
 */
@NullMarked
package slipway.run.local.nvml;

import org.jspecify.annotations.NullMarked;
