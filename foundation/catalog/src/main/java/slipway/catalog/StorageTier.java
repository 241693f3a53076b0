package slipway.catalog;

import java.time.LocalDate;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Money;

/**
 * Where data can lie. What costs nothing by itself, or is not known, is empty.
 *
 * @param perGigabyteMonth for a gigabyte kept for a month
 * @param read bytes a second that one machine reads at best
 * @param write bytes a second that one machine writes at best
 * @param perThousandReads for a thousand requests
 * @param egressPerGigabyte for a gigabyte that leaves the provider
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
        LocalDate date,
        String source)
        implements Dated {}
