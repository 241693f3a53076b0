package slipway.catalog;

import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Money;

/**
 * A storage tier. Unknown and free items are empty.
 *
 * @param perGigabyteMonth for a gigabyte kept for a month
 * @param read bytes a second that one machine reads at best, or all of them: see reach
 * @param write bytes a second that one machine writes at best, or all of them
 * @param perThousandReads for a thousand requests
 * @param egressPerGigabyte for a gigabyte that leaves the provider
 * @param scope whether machines share the bandwidth
 */
public record StorageTier(
        String name,
        String provider,
        Optional<Money> perGigabyteMonth,
        Bytes read,
        Bytes write,
        Optional<Money> perThousandReads,
        Optional<Money> perThousandWrites,
        Optional<Money> egressPerGigabyte,
        BandwidthScope scope,
        LocalDate date,
        String source)
        implements DatedEntry {

    /** Whether machines share the bandwidth. */
    public enum BandwidthScope {
        /** Each machine has this bandwidth: object storage, a dedicated volume. */
        EACH,
        /** All machines share this bandwidth: a file server. */
        ALL,
        /** Each machine has this bandwidth, and the data is lost with the machine. */
        LOCAL;

        /** The name in files. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Bytes per second that this number of machines write together. */
    public Bytes writeBandwidth(int machines) {
        return scope == BandwidthScope.ALL ? write : write.times(machines);
    }

    /** Bytes per second that this number of machines read together. */
    public Bytes readBandwidth(int machines) {
        return scope == BandwidthScope.ALL ? read : read.times(machines);
    }
}
