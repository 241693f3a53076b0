package slipway.plan.money;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.catalog.PriceDrift;
import slipway.catalog.StorageTier;
import slipway.plan.money.Bill.Category;
import slipway.plan.money.Bill.Line;

/** The cost of data at one storage tier: storage, requests and egress. */
final class StorageCost {

    private static final double MONTH = 730.5;
    private static final double GIGABYTE = 1e9;

    /** Bytes of one request: large files are transferred in parts of this size. */
    private static final double REQUEST_BYTES = 64e6;

    /** A guess: prices of storage change little, and no source counts how little. */
    private static final PriceDrift DRIFT = new PriceDrift(0.2, 0.2);

    private final StorageTier tier;
    private final Instant now;

    StorageCost(StorageTier tier, Instant now) {
        this.tier = tier;
        this.now = now;
    }

    /** Lines of the bill, without free ones. */
    List<Line> lines(OfferPricing.StoredBytes data) {
        var lines = new ArrayList<Line>();
        double months = IntervalArithmetic.hours(data.time()) / MONTH;
        line(Category.STORAGE, tier.prices().perGigabyteMonth(), gigabytes(data.stored()) * months)
                .ifPresent(lines::add);
        line(
                        Category.REQUESTS,
                        tier.prices().perThousandWrites(),
                        data.written().count() / REQUEST_BYTES / 1_000)
                .ifPresent(lines::add);
        line(
                        Category.REQUESTS,
                        tier.prices().perThousandReads(),
                        data.read().count() / REQUEST_BYTES / 1_000)
                .ifPresent(lines::add);
        line(Category.EGRESS, tier.prices().egressPerGigabyte(), gigabytes(data.egress()))
                .ifPresent(lines::add);
        return lines;
    }

    private Optional<Line> line(Category what, Optional<Money> price, double many) {
        return price.filter(_ -> many > 0)
                .map(
                        it ->
                                new Line(
                                        what,
                                        estimate(IntervalArithmetic.times(it, many)),
                                        sentence()));
    }

    private Estimate<Money> estimate(Money amount) {
        var ground = new Ground(Source.DECLARED, sentence());
        long days = tier.ageInDays(now);
        return tier.isCurrent(now)
                ? Estimate.certain(amount, ground)
                : new Estimate<>(
                        amount, DRIFT.low(amount, days), DRIFT.high(amount, days), List.of(ground));
    }

    private String sentence() {
        return "%s %s, listed %s ago"
                .formatted(tier.provider(), tier.name(), Format.count(tier.ageInDays(now), "day"));
    }

    private static double gigabytes(Bytes bytes) {
        return bytes.count() / GIGABYTE;
    }
}
