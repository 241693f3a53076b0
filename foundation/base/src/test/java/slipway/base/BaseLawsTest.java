package slipway.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import slipway.base.text.Format;
import slipway.testkit.Generator;
import slipway.testkit.MovingClock;
import slipway.testkit.Property;

/** Properties that hold for all values of the units, ids and retries of base. */
class BaseLawsTest {

    private static final Currency USD = Currency.getInstance("USD");
    private static final Generator<Money> MONEY =
            Generator.longs(Long.MIN_VALUE / 4, Long.MAX_VALUE / 4)
                    .map(millionths -> new Money(millionths, USD));
    private static final Generator<GpuTime> TIMES = Generator.longs(0, 1L << 50).map(GpuTime::new);
    private static final Generator<GpuPrice> PRICES =
            Generator.longs(0, 100_000_000)
                    .map(millionths -> new GpuPrice(new Money(millionths, USD)));
    private static final Generator<Duration> DURATIONS =
            Generator.longs(0, Long.MAX_VALUE / 2).map(Duration::ofNanos);

    @Test
    void money_adds_in_any_order_and_back_again() {
        Property.holds(
                MONEY.list(3, 3),
                three -> {
                    var sum = three.get(0).plus(three.get(1)).plus(three.get(2));

                    assertThat(three.get(2).plus(three.get(1).plus(three.get(0)))).isEqualTo(sum);
                    assertThat(sum.minus(three.get(2)).minus(three.get(1))).isEqualTo(three.get(0));
                });
    }

    @Test
    void money_is_ordered_as_its_difference_says() {
        Property.holds(
                MONEY.list(2, 2),
                two ->
                        assertThat(two.get(0).compareTo(two.get(1)) < 0)
                                .isEqualTo(two.get(0).minus(two.get(1)).isNegative()));
    }

    @Test
    void priced_parts_differ_from_the_priced_sum_by_at_most_half_a_millionth_each() {
        Property.holds(
                PRICES.zip(TIMES.list(1, 20), Job::new),
                job -> {
                    var whole =
                            job.price()
                                    .of(job.parts().stream().reduce(GpuTime.ZERO, GpuTime::plus));
                    var parts =
                            job.parts().stream()
                                    .map(job.price()::of)
                                    .reduce(Money.zero(USD), Money::plus);

                    assertThat(parts.millionths())
                            .isCloseTo(whole.millionths(), within(job.parts().size() / 2 + 1L));
                });
    }

    @Test
    void more_gpu_time_never_costs_less() {
        Property.holds(
                PRICES.zip(TIMES.list(2, 2), Job::new),
                job -> {
                    var less = job.parts().get(0);
                    var more = less.plus(job.parts().get(1));

                    assertThat(job.price().of(more)).isGreaterThanOrEqualTo(job.price().of(less));
                });
    }

    @Test
    void ids_are_unique_and_in_order_however_the_clock_jumps() {
        Property.holds(
                Generator.longs(-100_000, 100_000).list(),
                jumps -> {
                    var clock = MovingClock.at("2026-09-17T12:00:00Z");
                    var idGenerator = new IdGenerator(clock, new SplittableRandom(1));
                    var made = new ArrayList<String>();
                    for (long jump : jumps) {
                        clock.set(clock.instant().plusMillis(jump));
                        made.add(idGenerator.next());
                    }

                    assertThat(made).isSorted().doesNotHaveDuplicates();
                });
    }

    @Test
    void ids_made_in_different_milliseconds_by_different_sources_are_in_the_order_of_time() {
        Property.holds(
                Generator.longs(0, (1L << 48) - 2).zip(Generator.longs(0, 1_000), List::of),
                pair -> {
                    var early =
                            Instant.ofEpochMilli(pair.get(0) - Math.min(pair.get(0), pair.get(1)));
                    var late = Instant.ofEpochMilli(pair.get(0) + 1);

                    assertThat(new IdGenerator(() -> early, new SplittableRandom(1)).next())
                            .isLessThan(
                                    new IdGenerator(() -> late, new SplittableRandom(2)).next());
                });
    }

    @Test
    void money_said_in_cents_reads_back_to_within_half_a_cent() {
        Property.holds(
                MONEY,
                money -> {
                    var read =
                            new BigDecimal(
                                    Format.cents(money)
                                            .replace("$", "")
                                            .replace(",", "")
                                            .replace('−', '-'));

                    assertThat(read.movePointRight(6))
                            .isCloseTo(
                                    BigDecimal.valueOf(money.millionths()),
                                    within(new BigDecimal(5_000)));
                });
    }

    @Test
    void counts_read_back_exactly() {
        Property.holds(
                Generator.longs(),
                count ->
                        assertThat(
                                        Long.parseLong(
                                                Format.count(count)
                                                        .replace(",", "")
                                                        .replace('−', '-')))
                                .isEqualTo(count));
    }

    @Test
    void bytes_said_read_back_to_three_figures() {
        Property.holds(
                Generator.longs(0, Long.MAX_VALUE),
                count -> {
                    var words = Format.bytes(new Bytes(count)).split(" ", -1);
                    int power =
                            3 * List.of("B", "kB", "MB", "GB", "TB", "PB", "EB").indexOf(words[1]);
                    var read = new BigDecimal(words[0]).movePointRight(power);

                    assertThat(words[0]).hasSizeLessThanOrEqualTo(4);
                    assertThat(read)
                            .isCloseTo(
                                    BigDecimal.valueOf(count),
                                    within(
                                            BigDecimal.valueOf(count)
                                                    .multiply(new BigDecimal("0.05"))));
                });
    }

    @Test
    void durations_said_have_at_most_two_units_and_read_back_to_a_twentieth() {
        Property.holds(
                1_000,
                DURATIONS,
                duration -> {
                    var words = Format.duration(duration).replace(",", "").split(" ", -1);
                    var read = Duration.ZERO;
                    for (int i = 0; i < words.length; i += 2) {
                        read = read.plus(nanos(words[i], words[i + 1]));
                    }

                    assertThat(words.length).isIn(2, 4);
                    var error = read.minus(duration).abs();
                    assertThat(error.compareTo(duration.dividedBy(20)) <= 0)
                            .as("%s is off by %s", read, error)
                            .isTrue();
                });
    }

    @Test
    void a_percentage_is_nothing_or_everything_only_when_it_is() {
        Property.holds(
                Generator.longs(0, 1_000_000_000_000L),
                trillionths -> {
                    double share = trillionths / 1e12;
                    var said = Format.percent(share);

                    assertThat(said.matches("0(\\.0+)?\u202f%")).isEqualTo(share == 0);
                    assertThat(said.matches("100(\\.0+)?\u202f%")).isEqualTo(share == 1);
                });
    }

    @Test
    void together_gives_every_result_in_order_whatever_the_limit() {
        Property.holds(
                50,
                Generator.ints(1, 20).zip(Generator.ints().list(), Batch::new),
                batch -> {
                    var tasks =
                            batch.numbers().stream()
                                    .<InterruptibleTask<Integer>>map(n -> () -> n)
                                    .toList();

                    assertThat(Parallel.all(batch.limit(), tasks)).isEqualTo(batch.numbers());
                });
    }

    @Test
    void a_retry_never_begins_an_attempt_after_its_deadline() {
        Property.holds(
                Generator.longs(0, 100_000).list(3, 3),
                milliseconds -> {
                    var clock = MovingClock.at("2026-09-17T12:00:00Z");
                    var first = Duration.ofMillis(1 + milliseconds.get(0));
                    var deadline = clock.instant().plusMillis(milliseconds.get(2));
                    var limits =
                            Retry.Limits.attempts(30)
                                    .within(Duration.ofMillis(milliseconds.get(2)))
                                    .pauses(first, first.plusMillis(milliseconds.get(1)));
                    var retry =
                            new Retry(
                                    limits,
                                    clock,
                                    new SplittableRandom(milliseconds.get(1)),
                                    clock::forward);

                    assertThatThrownBy(
                                    () ->
                                            retry.run(
                                                    _ -> true,
                                                    () -> {
                                                        assertThat(clock.instant())
                                                                .isBeforeOrEqualTo(deadline);
                                                        throw new IllegalStateException("down");
                                                    }))
                            .hasMessage("down");
                });
    }

    private static Duration nanos(String number, String unit) {
        long each =
                switch (unit) {
                    case "ns" -> 1;
                    case "µs" -> 1_000;
                    case "ms" -> 1_000_000;
                    case "s" -> 1_000_000_000;
                    case "min" -> 60_000_000_000L;
                    case "h" -> 3_600_000_000_000L;
                    case "d" -> 86_400_000_000_000L;
                    default -> throw new AssertionError("an unknown unit: " + unit);
                };
        return Duration.ofNanos(
                new BigDecimal(number).multiply(BigDecimal.valueOf(each)).longValueExact());
    }

    record Job(GpuPrice price, List<GpuTime> parts) {}

    record Batch(int limit, List<Integer> numbers) {}
}
