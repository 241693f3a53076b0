package slipway.plan.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.plan.Planner;
import slipway.plan.capacity.CapacityPlan;
import slipway.plan.capacity.CapacityPlan.Acquisition;
import slipway.plan.capacity.CapacityPlan.Month;
import slipway.plan.capacity.CapacityPlan.Order;

class CapacityTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");

    private final Planner planner = Planner.bundled();

    private record Said(String have, String used, String growth, String horizon, String lead) {

        CapacityRequest wish() {
            return wish(Optional.of(used), Optional.empty(), List.of(), Optional.of(growth));
        }

        CapacityRequest wish(
                Optional<String> busy,
                Optional<String> peak,
                List<String> history,
                Optional<String> grows) {
            return new CapacityRequest(
                    have,
                    new CapacityRequest.StatedDemand(busy, peak, Optional.empty(), history, grows),
                    "80%",
                    horizon,
                    new CapacityRequest.StatedOrders(
                            lead, "6", Optional.empty(), List.of(), List.of(), Optional.empty()));
        }
    }

    private CapacityPlan of(String have, String used, String growth, String horizon, String lead) {
        return planner.capacity(new Said(have, used, growth, horizon, lead).wish(), NOW);
    }

    @Test
    void the_capacity_runs_out_in_the_computed_month() {
        CapacityPlan it = of("40xH100", "24", "8%", "12", "30d");
        // 24 / 0.8 = 30 today; 30 x 1.08^3 = 37.8 fit into 40, 30 x 1.08^4 = 40.8 do not.
        assertThat(it.runsOut().index()).contains(4);
        assertThat(it.runsOut().month()).contains(YearMonth.of(2027, 1));
        Order first = it.orders().getFirst();
        assertThat(first.orderBy()).isEqualTo(LocalDate.of(2026, 12, 2));
        assertThat(first.isLate()).isFalse();
        // Six months from January on: 30 x 1.08^9 = 59.97 are 60, so 20 more, in machines of eight.
        assertThat(first.accelerators()).isEqualTo(24);
    }

    @Test
    void a_range_of_growth_gives_the_earliest_and_the_latest_month() {
        CapacityPlan it = of("40xH100", "24", "5%..12%", "12", "30d");
        assertThat(it.runsOut().earliest()).contains(YearMonth.of(2026, 12));
        assertThat(it.runsOut().latest()).contains(YearMonth.of(2027, 3));
        Month last = it.months().getLast();
        assertThat(last.needed().low()).isEqualTo(54);
        assertThat(last.needed().high()).isEqualTo(117);
    }

    @Test
    void an_order_that_arrives_late_states_the_delay() {
        CapacityPlan it = of("24xH100", "24", "0%", "12", "90d");
        Order first = it.orders().getFirst();
        assertThat(first.orderBy()).isEqualTo(LocalDate.of(2026, 9, 17));
        assertThat(first.inPlace()).isEqualTo(YearMonth.of(2027, 1));
        assertThat(first.monthsLate()).isEqualTo(4);
        assertThat(it.months().get(3).suffices()).isFalse();
        assertThat(it.months().get(4).suffices()).isTrue();
    }

    @Test
    void the_peak_counts_where_it_requires_more_than_the_target() {
        var said = new Said("32xH100", "", "", "3", "30d");
        CapacityPlan it =
                planner.capacity(
                        said.wish(
                                Optional.of("8"), Optional.of("31"), List.of(), Optional.of("10%")),
                        NOW);
        assertThat(it.months().getFirst().needed().value()).isEqualTo(31);
        assertThat(it.runsOut().index()).contains(1);
    }

    @Test
    void growth_is_fitted_to_a_steady_history() {
        var said = new Said("64xH100", "", "", "6", "30d");
        CapacityPlan it =
                planner.capacity(
                        said.wish(
                                Optional.empty(),
                                Optional.empty(),
                                List.of("10000", "11000", "12100", "13310"),
                                Optional.empty()),
                        NOW);
        assertThat(it.goal().growth().perMonth().value()).isCloseTo(0.10, within(1e-9));
        assertThat(it.goal().demand().busyAccelerators()).isCloseTo(13_310 / 730.5, within(1e-6));
    }

    @Test
    void an_uneven_history_gives_growth_an_interval() {
        var said = new Said("64xH100", "", "", "6", "30d");
        CapacityPlan it =
                planner.capacity(
                        said.wish(
                                Optional.empty(),
                                Optional.empty(),
                                List.of("10000", "12000", "11500", "14000", "13800"),
                                Optional.empty()),
                        NOW);
        var growth = it.goal().growth().perMonth();
        assertThat(growth.low()).isLessThan(growth.value() - 0.01);
        assertThat(growth.high()).isGreaterThan(growth.value() + 0.01);
    }

    @Test
    void a_demand_that_shrinks_to_zero_leaves_all_accelerators_spare() {
        CapacityPlan it = of("32xH100", "24", "-100%", "3", "30d");
        assertThat(it.orders()).isEmpty();
        assertThat(it.ways()).isEmpty();
        assertThat(it.spareAccelerators()).isEqualTo(32);
    }

    @Test
    void unlimited_growth_is_refused_with_the_first_month_that_cannot_be_planned() {
        assertThatThrownBy(() -> of("32xH100", "24", "900%", "120", "30d"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        it ->
                                assertThat(it.mistakes().getFirst().sentence())
                                        .contains("1,000,000 in month 5")
                                        .contains("--horizon 4"));
        assertThatThrownBy(() -> of("32xH100", "24", "999999999%", "120", "30d"))
                .isInstanceOf(Problem.class);
    }

    @Test
    void more_growth_never_runs_out_later_and_never_costs_less_rent() {
        var random = new Random(4711);
        for (int i = 0; i < 200; i++) {
            int have = random.nextInt(200);
            int used = 1 + random.nextInt(200);
            int slow = random.nextInt(15) - 5;
            int fast = slow + random.nextInt(10);
            String text = "%d%%..%d%%".formatted(slow, fast);
            CapacityPlan it =
                    of(have + "xH100", "" + used, text, "" + (1 + random.nextInt(36)), "60d");
            int early = it.runsOut().earliest().map(CapacityTest::number).orElse(Integer.MAX_VALUE);
            int late = it.runsOut().latest().map(CapacityTest::number).orElse(Integer.MAX_VALUE);
            int value = it.runsOut().month().map(CapacityTest::number).orElse(Integer.MAX_VALUE);
            assertThat(early).as(text).isLessThanOrEqualTo(value);
            assertThat(value).as(text).isLessThanOrEqualTo(late);
            it.months().stream()
                    .filter(month -> month.index() >= 3)
                    .forEach(month -> assertThat(month.suffices()).as(text).isTrue());
            it.ways().stream()
                    .filter(way -> way.acquisition() == Acquisition.RENTED)
                    .forEach(way -> assertThat(way.cashOut()).isEqualTo(way.cost().value()));
        }
    }

    private static int number(YearMonth month) {
        return month.getYear() * 12 + month.getMonthValue();
    }
}
