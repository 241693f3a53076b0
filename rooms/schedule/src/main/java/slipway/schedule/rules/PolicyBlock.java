package slipway.schedule.rules;

import java.time.Duration;
import java.util.function.Consumer;
import slipway.base.Mistake;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Policy.Moving;
import slipway.schedule.picture.Policy.Order;
import slipway.schedule.picture.Policy.Taking;
import slipway.spec.Key;
import slipway.spec.Shape;
import slipway.spec.Type;
import slipway.spec.Values;

/** The block {@code schedule:}. Every key may be left out; its default is that of {@link Policy#USUAL}. */
final class PolicyBlock {

    static final Key<Order> ORDER =
            Key.of(
                            "order",
                            Type.choice(Order.class),
                            "Who goes first among a team's own of one priority: who came first, or who will"
                                    + " probably be done soonest.")
                    .or("shortest");
    static final Key<Duration> HALF_LIFE =
            Key.of(
                            "half_life",
                            Type.duration(),
                            "Use this long ago counts half when teams take turns.")
                    .or("7d");
    static final Key<Duration> MINIMUM_RUN =
            Key.of(
                            "minimum_run",
                            Type.duration(),
                            "Nobody is preempted before it ran this long; a workload may ask for more.")
                    .or("5m");
    static final Key<Duration> NOTICE =
            Key.of("notice", Type.duration(), "Whoever is preempted is given this long to stop.")
                    .or("1m");
    static final Key<Duration> LONGEST =
            Key.of(
                            "longest",
                            Type.duration(),
                            "Where nothing is known, a workload is taken to run this long at most.")
                    .or("7d");
    static final Key<Integer> RESERVATIONS =
            Key.of(
                            "reservations",
                            Type.wholeNumber(0, 1_000),
                            "For so many blocked workloads a place is kept, among those within a guarantee"
                                    + " and again among the borrowers.")
                    .or("1");
    static final Key<Boolean> TAKE_BACK =
            Key.of(
                            "take_back",
                            Type.yesNo(),
                            "Whether borrowed accelerators are taken back for a team within its guarantee.")
                    .or("true");
    static final Key<Boolean> TAKE_LOWER =
            Key.of(
                            "take_lower",
                            Type.yesNo(),
                            "Whether a team's higher priority takes from its lower.")
                    .or("true");
    static final Key<Integer> OVERTAKE =
            Key.of(
                            "overtake",
                            Type.wholeNumber(0, 1_000),
                            "A workload takes from a checkpointing one of its team and priority that has"
                                    + " more than so many times as long to go; 0 for never.")
                    .or("5");
    static final Key<Boolean> SERVICES_TAKE =
            Key.of(
                            "take",
                            Type.yesNo(),
                            "Whether a team's services take from its jobs of the same or a lower priority.")
                    .or("false");
    static final Key<Integer> SERVICES_KEEP =
            Key.of(
                            "keep",
                            Type.wholeNumber(0, 100),
                            "Percent of the team's guarantee that they leave to its jobs.")
                    .or("100");
    static final Key<Values> SERVICES =
            Key.of(
                    "services",
                    Shape.of(SERVICES_TAKE, SERVICES_KEEP),
                    "What inference may take from training.");
    static final Key<Boolean> CONSOLIDATE =
            Key.of(
                            "consolidate",
                            Type.yesNo(),
                            "Whether checkpointing jobs are moved together to make room for a larger one.")
                    .or("true");
    static final Key<Integer> MOVE_PAYS =
            Key.of(
                            "move_pays",
                            Type.wholeNumber(1, 1_000),
                            "A move must win more than so many times the accelerator time it loses.")
                    .or("2");
    static final Key<Duration> RESIZE_EVERY =
            Key.of(
                            "resize_every",
                            Type.duration(),
                            "An elastic gang grows only after it ran this long at one size.")
                    .or("10m");

    static final Shape SHAPE =
            Shape.of(
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
    static final Key<Values> KEY = Key.of("schedule", SHAPE, "How the cluster is shared.");

    private PolicyBlock() {}

    static Policy policy(Values block, Consumer<Mistake> wrong) {
        return new Policy(
                block.get(ORDER),
                notZero(block, HALF_LIFE, wrong),
                block.get(MINIMUM_RUN),
                block.get(NOTICE),
                notZero(block, LONGEST, wrong),
                block.get(RESERVATIONS),
                taking(block),
                new Moving(block.get(CONSOLIDATE), block.get(MOVE_PAYS), block.get(RESIZE_EVERY)));
    }

    private static Taking taking(Values block) {
        Values services = block.get(SERVICES);
        return new Taking(
                block.get(TAKE_BACK),
                block.get(TAKE_LOWER),
                services.get(SERVICES_TAKE),
                services.get(SERVICES_KEEP),
                block.get(OVERTAKE));
    }

    private static Duration notZero(Values block, Key<Duration> specKey, Consumer<Mistake> wrong) {
        Duration written = block.get(specKey);
        if (written.isZero()) {
            wrong.accept(
                    new Mistake(
                            block.place(specKey),
                            KEY.name() + "." + specKey.name(),
                            "must be longer than nothing."));
            return Duration.ofDays(7);
        }
        return written;
    }
}
