package slipway.schedule.config;

import java.time.Duration;
import java.util.function.Consumer;
import slipway.base.Mistake;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.SchedulingPolicy.Order;
import slipway.schedule.snapshot.SchedulingPolicy.PreemptionRules;
import slipway.schedule.snapshot.SchedulingPolicy.RebalancingRules;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;

/** The block {@code schedule:}. Every key is optional; the defaults are those of {@link SchedulingPolicy#DEFAULT}. */
final class PolicyBlock {

    static final SpecKey<Order> ORDER =
            SpecKey.of(
                            "order",
                            ValueType.choice(Order.class),
                            "Order of a team's jobs of one priority: by submission, or shortest expected runtime"
                                    + " first.")
                    .withDefault("shortest");
    static final SpecKey<Duration> HALF_LIFE =
            SpecKey.of(
                            "half_life",
                            ValueType.duration(),
                            "Use this long ago counts half in the fair share.")
                    .withDefault("7d");
    static final SpecKey<Duration> MINIMUM_RUN =
            SpecKey.of(
                            "minimum_run",
                            ValueType.duration(),
                            "No job is preempted before it ran this long; a workload may request more.")
                    .withDefault("5m");
    static final SpecKey<Duration> NOTICE =
            SpecKey.of("notice", ValueType.duration(), "Time that a preempted job gets to stop.")
                    .withDefault("1m");
    static final SpecKey<Duration> LONGEST =
            SpecKey.of(
                            "longest",
                            ValueType.duration(),
                            "Assumed maximum runtime of a workload of which nothing is known.")
                    .withDefault("7d");
    static final SpecKey<Integer> RESERVATIONS =
            SpecKey.of(
                            "reservations",
                            ValueType.wholeNumber(0, 1_000),
                            "How many blocked jobs get a reservation, among those within a guarantee and again among"
                                    + " the borrowers.")
                    .withDefault("1");
    static final SpecKey<Boolean> TAKE_BACK =
            SpecKey.of(
                            "take_back",
                            ValueType.bool(),
                            "Whether borrowed accelerators are reclaimed for a team within its guarantee.")
                    .withDefault("true");
    static final SpecKey<Boolean> TAKE_LOWER =
            SpecKey.of(
                            "take_lower",
                            ValueType.bool(),
                            "Whether a team's jobs preempt its jobs of a lower priority.")
                    .withDefault("true");
    static final SpecKey<Integer> OVERTAKE =
            SpecKey.of(
                            "overtake",
                            ValueType.wholeNumber(0, 1_000),
                            "A job preempts a checkpointing job of its team and priority whose expected remaining"
                                    + " runtime is more than this many times as long; 0 for never.")
                    .withDefault("5");
    static final SpecKey<Boolean> SERVICES_TAKE =
            SpecKey.of(
                            "take",
                            ValueType.bool(),
                            "Whether a team's services preempt its jobs of the same or a lower priority.")
                    .withDefault("false");
    static final SpecKey<Integer> SERVICES_KEEP =
            SpecKey.of(
                            "keep",
                            ValueType.wholeNumber(0, 100),
                            "Percentage of the team's guarantee that services leave to its jobs.")
                    .withDefault("100");
    static final SpecKey<BlockValues> SERVICES =
            SpecKey.of(
                    "services",
                    BlockSchema.of(SERVICES_TAKE, SERVICES_KEEP),
                    "How services preempt jobs.");
    static final SpecKey<Boolean> CONSOLIDATE =
            SpecKey.of(
                            "consolidate",
                            ValueType.bool(),
                            "Whether checkpointing jobs are migrated to make room for a larger one.")
                    .withDefault("true");
    static final SpecKey<Integer> MOVE_PAYS =
            SpecKey.of(
                            "move_pays",
                            ValueType.wholeNumber(1, 1_000),
                            "A migration must gain more than this many times the accelerator time that it loses.")
                    .withDefault("2");
    static final SpecKey<Duration> RESIZE_EVERY =
            SpecKey.of(
                            "resize_every",
                            ValueType.duration(),
                            "Minimum time between two resizes of an elastic gang.")
                    .withDefault("10m");

    static final BlockSchema SHAPE =
            BlockSchema.of(
                    ORDER,
                    HALF_LIFE,
                    MINIMUM_RUN,
                    NOTICE,
                    LONGEST,
                    RESERVATIONS,
                    TAKE_BACK,
                    TAKE_LOWER,
                    OVERTAKE,
                    SERVICES,
                    CONSOLIDATE,
                    MOVE_PAYS,
                    RESIZE_EVERY);
    static final SpecKey<BlockValues> KEY =
            SpecKey.of("schedule", SHAPE, "How the cluster is shared.");

    private PolicyBlock() {}

    static SchedulingPolicy policy(BlockValues block, Consumer<Mistake> report) {
        return new SchedulingPolicy(
                block.get(ORDER),
                notZero(block, HALF_LIFE, report),
                block.get(MINIMUM_RUN),
                block.get(NOTICE),
                notZero(block, LONGEST, report),
                block.get(RESERVATIONS),
                taking(block),
                new RebalancingRules(
                        block.get(CONSOLIDATE), block.get(MOVE_PAYS), block.get(RESIZE_EVERY)));
    }

    private static PreemptionRules taking(BlockValues block) {
        BlockValues services = block.get(SERVICES);
        return new PreemptionRules(
                block.get(TAKE_BACK),
                block.get(TAKE_LOWER),
                services.get(SERVICES_TAKE),
                services.get(SERVICES_KEEP),
                block.get(OVERTAKE));
    }

    private static Duration notZero(
            BlockValues block, SpecKey<Duration> specKey, Consumer<Mistake> report) {
        Duration written = block.get(specKey);
        if (written.isZero()) {
            report.accept(
                    new Mistake(
                            block.location(specKey),
                            KEY.name() + "." + specKey.name(),
                            "must be longer than nothing."));
            return Duration.ofDays(7);
        }
        return written;
    }
}
