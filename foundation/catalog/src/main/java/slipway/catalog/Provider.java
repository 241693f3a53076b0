package slipway.catalog;

import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.Bytes;

/**
 * Properties of a provider beyond its machines, prices and storage. Unknown properties are empty.
 *
 * @param regions minimum number of regions
 * @param largestCluster largest interconnected cluster, in accelerators
 * @param dedicated whether it offers dedicated machines
 * @param network bytes per second of one accelerator to other machines, in one direction
 * @param storage bytes per second that one machine reads
 */
public record Provider(
        String name,
        OptionalInt regions,
        OptionalInt largestCluster,
        Optional<Boolean> dedicated,
        Optional<Bytes> network,
        Optional<Bytes> storage,
        LocalDate date,
        String source)
        implements DatedEntry {

    public Provider {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A provider needs a name");
        }
    }
}
