package slipway.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.Terms;

/** The few ways that a person wants to see beside the chosen one: sooner, cheaper, on other terms, on other types. */
final class Beside {

    private static final int MOST = 7;
    private static final int OF_THE_FRONT = 3;
    private static final int TYPES = 2;

    private final Aim aim;
    private final Way chosen;
    private final List<Way> ways;

    Beside(Aim aim, Way chosen, List<Way> ways) {
        this.aim = aim;
        this.chosen = chosen;
        this.ways = ways;
    }

    /** The cheapest first. */
    List<Way> list() {
        Set<Way> found = new LinkedHashSet<>();
        Stream.of(Terms.values()).forEach(terms -> cheapest(terms).ifPresent(found::add));
        front().forEach(found::add);
        otherTypes().forEach(found::add);
        cheapestOfAll().ifPresent(found::add);
        found.remove(chosen);
        return found.stream()
                .limit(MOST)
                .sorted(Comparator.comparing(it -> it.cost().value()))
                .toList();
    }

    private boolean isInTime(Way way) {
        Optional<Duration> deadline = aim.deadline();
        return deadline.isEmpty() || way.time().high().compareTo(deadline.get()) <= 0;
    }

    private Optional<Way> cheapest(Terms terms) {
        return ways.stream()
                .filter(it -> it.offer().terms() == terms && isInTime(it))
                .min(Comparator.comparing(it -> it.cost().value()));
    }

    /** Those that nothing beats and that are nearest to the chosen one in cost. */
    private List<Way> front() {
        long cost = chosen.cost().value().millionths();
        return ways.stream()
                .filter(it -> ways.stream().noneMatch(other -> other.beats(it)))
                .sorted(
                        Comparator.comparingLong(
                                it -> Math.abs(it.cost().value().millionths() - cost)))
                .limit(1 + OF_THE_FRONT)
                .toList();
    }

    private List<Way> otherTypes() {
        return ways.stream()
                .filter(it -> !it.offer().type().equals(chosen.offer().type()) && isInTime(it))
                .map(it -> it.offer().type())
                .distinct()
                .limit(TYPES)
                .flatMap(
                        type ->
                                ways.stream()
                                        .filter(it -> it.offer().type().equals(type))
                                        .filter(this::isInTime)
                                        .limit(1))
                .toList();
    }

    private Optional<Way> cheapestOfAll() {
        return ways.stream().min(Comparator.comparing(it -> it.cost().value()));
    }
}
