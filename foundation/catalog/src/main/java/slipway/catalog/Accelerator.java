package slipway.catalog;

import slipway.base.Bytes;

/**
 * One type of accelerator, as its maker describes it.
 *
 * @param type what a spec says: {@code H100-PCIe}
 * @param family a spec that names it takes any type of the family: {@code H100}
 * @param memory as on the label
 * @param teraflops 16-bit matrix products a second, dense, in millions of millions
 * @param watts the most it draws, as delivered
 */
public record Accelerator(String type, String family, Bytes memory, int teraflops, int watts) {

    public Accelerator {
        if (type.isBlank() || family.isBlank() || teraflops < 1 || watts < 1) {
            throw new IllegalArgumentException(
                    "An accelerator has a type and its figures: " + type);
        }
    }
}
