package slipway.catalog;

import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Money;

/**
 * A storage tier.
 *
 * @param read bytes a second that one machine reads at best, or all of them: see reach
 * @param write bytes a second that one machine writes at best, or all of them
 * @param scope whether machines share the bandwidth
 */
public record StorageTier(
        String name,
        String provider,
        StoragePrices prices,
        Bytes read,
        Bytes write,
        BandwidthScope scope,
        LocalDate date,
        String source)
        implements DatedEntry {

    /**
     * The prices of a tier. Unknown and free items are empty.
     *
     * @param perGigabyteMonth for a gigabyte kept for a month
     * @param perThousandReads for a thousand requests
     * @param egressPerGigabyte for a gigabyte that leaves the provider
     */
    public record StoragePrices(
            Optional<Money> perGigabyteMonth,
            Optional<Money> perThousandReads,
            Optional<Money> perThousandWrites,
            Optional<Money> egressPerGigabyte) {

        public static final StoragePrices UNKNOWN =
                new StoragePrices(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

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
