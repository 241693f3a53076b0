package slipway.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.money.Bill;
import slipway.plan.money.OfferPricing;
import slipway.plan.reliability.CheckpointAdvice;

/** The cost of checkpoints at one tier for a month. */
public final class MonthlyCost {

    /** Checkpoints that exist at a time: the newest, the one before, and the one being written. */
    private static final int KEPT_CHECKPOINTS = 3;

    private static final Duration MONTH = Duration.ofMinutes(43_830);

    private MonthlyCost() {}

    /** The cost; empty where the tier is free. */
    public static Optional<Estimate<Money>> of(
            CheckpointAdvice checkpointAdvice, CheckpointAdvice.TierFit fit, Instant now) {
        Bytes size = checkpointAdvice.scenario().size().total();
        var data =
                new OfferPricing.StoredBytes(
                        size.times(KEPT_CHECKPOINTS),
                        MONTH,
                        checkpointAdvice.writtenInMonth(fit.interval()),
                        Bytes.ZERO,
                        Bytes.ZERO);
        List<Bill.Line> lines = OfferPricing.storageLines(fit.tier(), data, now);
        return lines.isEmpty() ? Optional.empty() : Optional.of(new Bill(lines).total());
    }
}
