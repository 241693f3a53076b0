package slipway.catalog;

import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Money;

/**
 * Where data can lie. What costs nothing by itself, or is not known, is empty.
 *
 * @param perGigabyteMonth for a gigabyte kept for a month
 * @param read bytes a second that one machine reads at best, or all of them: see reach
 * @param write bytes a second that one machine writes at best, or all of them
 * @param perThousandReads for a thousand requests
 * @param egressPerGigabyte for a gigabyte that leaves the provider
 * @param scope whose speed it is when many machines write at once
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

    /** Whose speed it is. */
    public enum BandwidthScope {
        /** Each machine has this speed to itself: object storage, a volume of its own. */
        EACH,
        /** All machines together have this speed: a file server. */
        ALL,
        /** Each machine has this speed to itself, and what lies there is lost with the machine. */
        LOCAL;

        /** As files write it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Bytes a second that so many machines write at once. */
    public Bytes writeBandwidth(int machines) {
        return scope == BandwidthScope.ALL ? write : write.times(machines);
    }

    /** Bytes a second that so many machines read at once. */
    public Bytes readBandwidth(int machines) {
        return scope == BandwidthScope.ALL ? read : read.times(machines);
    }
}
