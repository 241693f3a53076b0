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
import slipway.plan.money.Bill.Line;
import slipway.plan.money.Bill.What;

/** What data costs at one tier: to lie there, to go in and out, and to leave the provider. */
final class StorageCost {

    private static final double MONTH = 730.5;
    private static final double GIGABYTE = 1e9;

    /** Large files go in and out in parts of this size, each a request. */
    private static final double PART = 64e6;

    /** Lists of storage move little; nobody has counted how little, so this is a guess. */
    private static final PriceDrift DRIFT = new PriceDrift(0.2, 0.2);

    private final StorageTier tier;
    private final Instant now;

    StorageCost(StorageTier tier, Instant now) {
        this.tier = tier;
        this.now = now;
    }

    /** Only what costs something has a line. */
    List<Line> lines(OfferPricing.Kept kept) {
        var lines = new ArrayList<Line>();
        double months = IntervalArithmetic.hours(kept.time()) / MONTH;
        line(What.STORAGE, tier.perGigabyteMonth(), gigabytes(kept.bytes()) * months)
                .ifPresent(lines::add);
        line(What.REQUESTS, tier.perThousandWrites(), kept.written().count() / PART / 1_000)
                .ifPresent(lines::add);
        line(What.REQUESTS, tier.perThousandReads(), kept.read().count() / PART / 1_000)
                .ifPresent(lines::add);
        line(What.EGRESS, tier.egressPerGigabyte(), gigabytes(kept.leaving()))
                .ifPresent(lines::add);
        return lines;
    }

    private Optional<Line> line(What what, Optional<Money> price, double many) {
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
