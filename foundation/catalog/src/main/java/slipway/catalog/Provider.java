package slipway.catalog;

import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.Bytes;

/**
 * What is known of a provider beyond its machines, prices and storage. What is not known is empty.
 *
 * @param regions in so many places, at least
 * @param largestCluster so many accelerators that reach each other can be had as one
 * @param dedicated whether machines can be had that nobody else is on
 * @param network bytes a second of one accelerator to other machines, in one direction
 * @param storage bytes a second that one machine reads
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
            throw new IllegalArgumentException("A provider has a name");
        }
    }
}
