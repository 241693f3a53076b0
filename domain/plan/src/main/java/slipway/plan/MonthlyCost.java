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

/** What checkpoints cost at one tier in a month. */
public final class MonthlyCost {

    /** The newest, the one before it, and the one that is being written. */
    private static final int KEPT = 3;

    private static final Duration MONTH = Duration.ofMinutes(43_830);

    private MonthlyCost() {}

    /** Empty where nothing is asked for it by itself. */
    public static Optional<Estimate<Money>> of(
            CheckpointAdvice checkpointAdvice, CheckpointAdvice.Fit fit, Instant now) {
        Bytes size = checkpointAdvice.question().saved().all();
        var kept =
                new OfferPricing.Kept(
                        size.times(KEPT),
                        MONTH,
                        checkpointAdvice.writtenInMonth(fit.every()),
                        Bytes.ZERO,
                        Bytes.ZERO);
        List<Bill.Line> lines = OfferPricing.storing(fit.tier(), kept, now);
        return lines.isEmpty() ? Optional.empty() : Optional.of(new Bill(lines).total());
    }
}
