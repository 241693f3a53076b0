package slipway.plan.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.catalog.Catalog;
import slipway.catalog.FailureRate;

class ReliabilityModelTest {

    private static final Catalog CATALOG = Catalog.bundled();

    private final ReliabilityModel reliabilityModel = ReliabilityModel.of(CATALOG);

    @Test
    void llama_3_was_interrupted_as_often_as_published() {
        // 419 interruptions in 54 days on 16,384 H100; other sources also determine software
        // failures.
        Estimate<Double> perDay = reliabilityModel.interruptions("H100", 2_048, 8, false).total();
        assertThat(perDay.contains(419 / 54.0)).isTrue();
        assertThat(perDay.value()).isCloseTo(419 / 54.0, within(0.3 * 419 / 54.0));
    }

    @Test
    void llama_3_had_a_goodput_above_90_percent() {
        // 405 billion weights to storage of 2 TB/s: the paper states more than 90 %.
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(
                        question(
                                CheckpointOptimizerBytes.ADAM.checkpoint(405_000_000_000L),
                                "H100",
                                16_384,
                                Bytes.gigabytes(2_000)));
        assertThat(checkpointAdvice.goodput().value()).isBetween(0.9, 0.97);
        assertThat(checkpointAdvice.interruptions().meanTimeBetween().value())
                .isBetween(Duration.ofHours(2), Duration.ofHours(4));
    }

    @Test
    void the_interval_contains_the_mean_time_of_large_and_small_jobs_of_rsc_1() {
        // 7.9 hours on 1,024 accelerators, 47.7 days on 8.
        assertThat(between("A100-80GB", 128).contains(Duration.ofMinutes(474))).isTrue();
        assertThat(between("A100-80GB", 1).contains(Duration.ofHours(1_145))).isTrue();
        // With hourly saves, as in those runs, the goodput is about 90 %.
        var hourly = new Goodput(1 / (7.9 * 3_600), 660, 120, 60, 0);
        assertThat(hourly.goodput(3_600)).isCloseTo(0.9, within(0.03));
    }

    @Test
    void each_fleet_lies_within_the_interval_that_follows_from_the_others() {
        List<FleetFailureRates.Fleet> all = new FleetFailureRates(CATALOG).all();
        // Llama 3 without software; Lablup with the share of other hardware of Llama 3.
        assertThat(all.stream().map(it -> Math.round(it.rate() * 1_000)))
                .containsExactly(3_219L, 6_500L, 2_340L, 8_540L, 2_883L);
        for (FleetFailureRates.Fleet one : all) {
            List<FailureRate> others =
                    CATALOG.failureRates().stream()
                            .filter(it -> !it.system().equals(one.system()))
                            .toList();
            Estimate<Double> said = new FleetFailureRates(others).hardware(one.type(), 1_000);
            assertThat(said.contains(one.rate())).as(one + " in " + said).isTrue();
            assertThat(said.high() / said.low()).as("wide").isBetween(4.0, 60.0);
        }
    }

    @Test
    void hardware_grows_with_the_machines_and_software_more_slowly() {
        InterruptionRate few = reliabilityModel.interruptions("H100", 8, 8, false);
        InterruptionRate many = reliabilityModel.interruptions("H100", 800, 8, false);
        assertThat(many.hardware().value()).isCloseTo(100 * few.hardware().value(), within(1e-9));
        assertThat(many.software().value() / few.software().value()).isBetween(5.0, 50.0);
        assertThat(few.spot().high()).isZero();
        assertThat(reliabilityModel.interruptions("H100", 8, 8, true).total().value())
                .isGreaterThan(few.total().value());
    }

    @Test
    void a_type_without_published_rates_fails_like_the_mean_and_says_so() {
        Estimate<Double> hardware =
                reliabilityModel.interruptions("MI300X", 1, 8, false).hardware();
        assertThat(hardware.grounds().getFirst().sentence())
                .isEqualTo(
                        "hardware: no known rate of MI300X; the mean of Llama 3, RSC-1, RSC-2, Crusoe and"
                                + " Lablup");
        assertThat(hardware.grounds().getFirst().source()).isEqualTo(Estimate.Source.ASSUMED);
    }

    @Test
    void the_interval_is_round_and_hardly_worse_than_the_optimum() {
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(llama8b(Optional.empty(), Optional.empty()));
        assertThat(checkpointAdvice.scenario().size().total())
                .isEqualTo(new Bytes(8_030_261_248L * 14));
        assertThat(checkpointAdvice.interval().rounded().toMinutes()).isIn(60L, 90L, 120L, 180L);
        assertThat(
                        checkpointAdvice
                                .interval()
                                .best()
                                .contains(checkpointAdvice.interval().rounded()))
                .isTrue();
        assertThat(checkpointAdvice.goodput().value()).isGreaterThan(0.97);
        assertThat(checkpointAdvice.goodputUnsaved().value())
                .isLessThan(checkpointAdvice.goodput().value());
        // The advice assumes the lowest storage speed that suffices.
        assertThat(checkpointAdvice.storage().speed().write())
                .isEqualTo(checkpointAdvice.storage().requiredSpeed());
        assertThat(checkpointAdvice.storage().isFastEnough()).isTrue();
    }

    @Test
    void the_interval_is_a_round_number_of_steps_where_the_step_is_known() {
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(
                        llama8b(Optional.of(Duration.ofMillis(2_500)), Optional.empty()));
        assertThat(checkpointAdvice.interval().steps()).hasValue(2_000);
        assertThat(checkpointAdvice.interval().rounded()).isEqualTo(Duration.ofSeconds(5_000));
    }

    @Test
    void the_interval_is_not_a_minute_where_that_saves_hardly_anything() {
        CheckpointScenario often =
                new CheckpointScenario(
                        CheckpointOptimizerBytes.ADAM.checkpoint(2_000_000_000L),
                        new CheckpointScenario.Machines("H100", 256, 8, true),
                        Optional.of(Duration.ofMillis(106)),
                        Optional.of(CheckpointScenario.Speed.of(Bytes.gigabytes(160))),
                        true,
                        Duration.ofHours(1));
        CheckpointAdvice checkpointAdvice = reliabilityModel.advise(often);
        assertThat(checkpointAdvice.interval().best().value()).isLessThan(Duration.ofMinutes(2));
        assertThat(checkpointAdvice.interval().rounded())
                .isGreaterThan(checkpointAdvice.interval().best().value().multipliedBy(2));
        double rate = checkpointAdvice.interruptions().total().value() / 86_400;
        Goodput goodput = CheckpointCost.goodput(often, checkpointAdvice.storage().speed(), rate);
        assertThat(goodput.goodput(goodput.bestInterval()) - checkpointAdvice.goodput().value())
                .isBetween(0.0, 0.0011);
    }

    @Test
    void slow_storage_makes_saves_longer_and_the_advice_states_the_required_speed() {
        Bytes slow = Bytes.megabytes(100);
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(llama8b(Optional.empty(), Optional.of(slow)));
        assertThat(checkpointAdvice.storage().isFastEnough()).isFalse();
        assertThat(checkpointAdvice.saveTime().blocking().toSeconds()).isEqualTo(1_124);
        CheckpointAdvice enough =
                reliabilityModel.advise(
                        llama8b(
                                Optional.empty(),
                                Optional.of(checkpointAdvice.storage().requiredSpeed())));
        CheckpointAdvice faster =
                reliabilityModel.advise(
                        llama8b(
                                Optional.empty(),
                                Optional.of(
                                        checkpointAdvice.storage().requiredSpeed().times(1_000))));
        assertThat(faster.goodput().value() - enough.goodput().value()).isBetween(0.0, 0.0105);
        assertThat(faster.goodput().value() - checkpointAdvice.goodput().value())
                .isGreaterThan(0.02);
    }

    @Test
    void machines_share_a_file_server_and_not_their_disks() {
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(llama8b(Optional.empty(), Optional.empty()));
        assertThat(fit(checkpointAdvice, "nfs").speed()).isEqualTo(Bytes.gigabytes(1));
        assertThat(fit(checkpointAdvice, "s3-standard").speed()).isEqualTo(Bytes.gigabytes(40));
        assertThat(checkpointAdvice.storage().tiers())
                .isSortedAccordingTo((one, other) -> other.speed().compareTo(one.speed()))
                .allMatch(
                        it ->
                                it.isFastEnough()
                                        == (it.speed()
                                                        .compareTo(
                                                                checkpointAdvice
                                                                        .storage()
                                                                        .requiredSpeed())
                                                >= 0));
    }

    private static CheckpointAdvice.TierFit fit(CheckpointAdvice checkpointAdvice, String tier) {
        return checkpointAdvice.storage().tiers().stream()
                .filter(it -> it.tier().name().equals(tier))
                .findFirst()
                .orElseThrow();
    }

    private Estimate<Duration> between(String type, int machines) {
        return reliabilityModel.interruptions(type, machines, 8, false).meanTimeBetween();
    }

    private static CheckpointScenario llama8b(Optional<Duration> step, Optional<Bytes> storage) {
        long weights = CATALOG.models().named("llama-3-8b").parameters();
        return new CheckpointScenario(
                CheckpointOptimizerBytes.ADAM.checkpoint(weights),
                new CheckpointScenario.Machines("H100", 64, 8, false),
                step,
                storage.map(CheckpointScenario.Speed::of),
                false,
                Duration.ofDays(7));
    }

    private static CheckpointScenario question(
            CheckpointOptimizerBytes.CheckpointSize saved,
            String type,
            int accelerators,
            Bytes storage) {
        return new CheckpointScenario(
                saved,
                new CheckpointScenario.Machines(type, accelerators, 8, false),
                Optional.empty(),
                Optional.of(CheckpointScenario.Speed.of(storage)),
                false,
                Duration.ofDays(54));
    }
}
