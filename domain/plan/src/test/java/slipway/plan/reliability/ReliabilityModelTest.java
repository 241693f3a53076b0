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
    void llama_3_was_interrupted_as_often_as_is_said_of_it() {
        // 419 times in 54 days on 16,384 H100; the software's part is fitted to others too.
        Estimate<Double> perDay = reliabilityModel.interruptions("H100", 2_048, 8, false).all();
        assertThat(perDay.contains(419 / 54.0)).isTrue();
        assertThat(perDay.value()).isCloseTo(419 / 54.0, within(0.3 * 419 / 54.0));
    }

    @Test
    void llama_3_got_on_for_more_than_nine_tenths_of_the_time() {
        // 405 billion weights to storage of 2 TB/s: the paper tells of more than 90 %.
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(
                        question(
                                CheckpointOptimizerBytes.ADAM.saved(405_000_000_000L),
                                "H100",
                                16_384,
                                Bytes.gigabytes(2_000)));
        assertThat(checkpointAdvice.goodput().value()).isBetween(0.9, 0.97);
        assertThat(checkpointAdvice.interruptions().between().value())
                .isBetween(Duration.ofHours(2), Duration.ofHours(4));
    }

    @Test
    void jobs_of_rsc_1_lasted_as_long_as_the_interval_says_large_and_small() {
        // 7.9 hours on 1,024 accelerators, 47.7 days on 8.
        assertThat(between("A100-80GB", 128).contains(Duration.ofMinutes(474))).isTrue();
        assertThat(between("A100-80GB", 1).contains(Duration.ofHours(1_145))).isTrue();
        // Saving each hour, as those runs did, they got on for about nine tenths of the time.
        var hourly = new Goodput(1 / (7.9 * 3_600), 660, 120, 60, 0);
        assertThat(hourly.at(3_600)).isCloseTo(0.9, within(0.03));
    }

    @Test
    void each_fleet_lies_within_the_interval_that_follows_from_the_others() {
        List<FleetFailureRates.Fleet> all = new FleetFailureRates(CATALOG).all();
        // Software taken off at Llama 3; what is not an accelerator added at Lablup, as it was
        // there.
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
        assertThat(reliabilityModel.interruptions("H100", 8, 8, true).all().value())
                .isGreaterThan(few.all().value());
    }

    @Test
    void a_type_nobody_told_of_fails_as_the_mean_of_all_and_says_so() {
        Estimate<Double> hardware =
                reliabilityModel.interruptions("MI300X", 1, 8, false).hardware();
        assertThat(hardware.grounds().getFirst().sentence())
                .isEqualTo(
                        "hardware: nobody told of MI300X; the mean of Llama 3, RSC-1, RSC-2, Crusoe and"
                                + " Lablup");
        assertThat(hardware.grounds().getFirst().source()).isEqualTo(Estimate.Source.ASSUMED);
    }

    @Test
    void the_cadence_is_one_that_people_write_and_hardly_worse_than_the_best() {
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(llama8b(Optional.empty(), Optional.empty()));
        assertThat(checkpointAdvice.question().saved().all())
                .isEqualTo(new Bytes(8_030_261_248L * 14));
        assertThat(checkpointAdvice.every().toMinutes()).isIn(60L, 90L, 120L, 180L);
        assertThat(checkpointAdvice.best().contains(checkpointAdvice.every())).isTrue();
        assertThat(checkpointAdvice.goodput().value()).isGreaterThan(0.97);
        assertThat(checkpointAdvice.unsaved().value())
                .isLessThan(checkpointAdvice.goodput().value());
        // The least storage that suffices is the one that is reckoned with.
        assertThat(checkpointAdvice.speed().write()).isEqualTo(checkpointAdvice.needed());
        assertThat(checkpointAdvice.reaches()).isTrue();
    }

    @Test
    void where_a_step_is_known_the_cadence_is_told_in_round_numbers_of_steps() {
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(
                        llama8b(Optional.of(Duration.ofMillis(2_500)), Optional.empty()));
        assertThat(checkpointAdvice.steps()).hasValue(2_000);
        assertThat(checkpointAdvice.every()).isEqualTo(Duration.ofSeconds(5_000));
    }

    @Test
    void it_does_not_save_every_minute_where_that_wins_hardly_anything() {
        CheckpointScenario often =
                new CheckpointScenario(
                        CheckpointOptimizerBytes.ADAM.saved(2_000_000_000L),
                        "H100",
                        256,
                        8,
                        Optional.of(Duration.ofMillis(106)),
                        Optional.of(CheckpointScenario.Speed.of(Bytes.gigabytes(160))),
                        true,
                        true,
                        Duration.ofHours(1));
        CheckpointAdvice checkpointAdvice = reliabilityModel.advise(often);
        assertThat(checkpointAdvice.best().value()).isLessThan(Duration.ofMinutes(2));
        assertThat(checkpointAdvice.every())
                .isGreaterThan(checkpointAdvice.best().value().multipliedBy(2));
        double rate = checkpointAdvice.interruptions().all().value() / 86_400;
        Goodput goodput = CheckpointCost.goodput(often, checkpointAdvice.speed(), rate);
        assertThat(goodput.at(goodput.best()) - checkpointAdvice.goodput().value())
                .isBetween(0.0, 0.0011);
    }

    @Test
    void with_slow_storage_saving_takes_more_and_it_says_what_is_needed() {
        Bytes slow = Bytes.megabytes(100);
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(llama8b(Optional.empty(), Optional.of(slow)));
        assertThat(checkpointAdvice.reaches()).isFalse();
        assertThat(checkpointAdvice.blocks().toSeconds()).isEqualTo(1_124);
        CheckpointAdvice enough =
                reliabilityModel.advise(
                        llama8b(Optional.empty(), Optional.of(checkpointAdvice.needed())));
        CheckpointAdvice faster =
                reliabilityModel.advise(
                        llama8b(
                                Optional.empty(),
                                Optional.of(checkpointAdvice.needed().times(1_000))));
        assertThat(faster.goodput().value() - enough.goodput().value()).isBetween(0.0, 0.0105);
        assertThat(faster.goodput().value() - checkpointAdvice.goodput().value())
                .isGreaterThan(0.02);
    }

    @Test
    void a_file_server_is_shared_and_a_disk_is_not() {
        CheckpointAdvice checkpointAdvice =
                reliabilityModel.advise(llama8b(Optional.empty(), Optional.empty()));
        assertThat(fit(checkpointAdvice, "nfs").speed()).isEqualTo(Bytes.gigabytes(1));
        assertThat(fit(checkpointAdvice, "s3-standard").speed()).isEqualTo(Bytes.gigabytes(40));
        assertThat(checkpointAdvice.tiers())
                .isSortedAccordingTo((one, other) -> other.speed().compareTo(one.speed()))
                .allMatch(
                        it ->
                                it.reaches()
                                        == (it.speed().compareTo(checkpointAdvice.needed()) >= 0));
    }

    private static CheckpointAdvice.Fit fit(CheckpointAdvice checkpointAdvice, String tier) {
        return checkpointAdvice.tiers().stream()
                .filter(it -> it.tier().name().equals(tier))
                .findFirst()
                .orElseThrow();
    }

    private Estimate<Duration> between(String type, int machines) {
        return reliabilityModel.interruptions(type, machines, 8, false).between();
    }

    private static CheckpointScenario llama8b(Optional<Duration> step, Optional<Bytes> storage) {
        long weights = CATALOG.models().named("llama-3-8b").parameters();
        return new CheckpointScenario(
                CheckpointOptimizerBytes.ADAM.saved(weights),
                "H100",
                64,
                8,
                step,
                storage.map(CheckpointScenario.Speed::of),
                false,
                false,
                Duration.ofDays(7));
    }

    private static CheckpointScenario question(
            CheckpointOptimizerBytes.Saved saved, String type, int accelerators, Bytes storage) {
        return new CheckpointScenario(
                saved,
                type,
                accelerators,
                8,
                Optional.empty(),
                Optional.of(CheckpointScenario.Speed.of(storage)),
                false,
                false,
                Duration.ofDays(54));
    }
}
