/**
 * The accelerators of this machine, as NVIDIA's driver tells of them.
 *
 * <p>Words: a <em>card</em> is an accelerator that the driver knows, a <em>reading</em> is what it says of one at an
 * instant. The driver's own library (NVML) is called where it can be loaded; else the program {@code nvidia-smi} is
 * asked; else there are none.
 *
 * <p>Front door: {@link slipway.run.local.nvml.GpuDriver}.
 *
 * <p>Invariant: a driver that fails, hangs up or knows less than another never fails the server; what it does not say
 * is missing from the reading.
 */
@NullMarked
package slipway.run.local.nvml;

import org.jspecify.annotations.NullMarked;
