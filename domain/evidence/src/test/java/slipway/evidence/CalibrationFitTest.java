package slipway.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.catalog.Calibration;
import slipway.catalog.CalibrationFactor;
import slipway.catalog.TokenRate;

/** Calibrations from finished workloads. */
class CalibrationFitTest {

    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final CalibrationFit UNCALIBRATED = new CalibrationFit(Calibration.NONE);

    /** Observations with these factors over the expected time. */
    private static List<StepObservation> observations(String type, double... longer) {
        List<StepObservation> all = new ArrayList<>();
        DoubleStream.of(longer)
                .forEach(
                        it ->
                                all.add(
                                        new StepObservation(
                                                type,
                                                2,
                                                1.3,
                                                2 * it,
                                                NOON.plusSeconds(all.size()))));
        return all;
    }

    @Test
    void a_type_that_is_a_fifth_slower_is_corrected_by_a_fifth() {
        CalibrationProposal calibrationProposal =
                UNCALIBRATED.propose(observations("H100", 1.2, 1.21, 1.19, 1.2, 1.22, 1.18, 1.2));
        assertThat(calibrationProposal.calibration().slowdown("H100")).isCloseTo(1.2, within(0.03));
        assertThat(calibrationProposal.before().mean().orElseThrow())
                .isCloseTo(1 / 6.0, within(0.01));
        assertThat(calibrationProposal.after().mean().orElseThrow()).isLessThan(0.04);
        assertThat(calibrationProposal.changes(Calibration.NONE)).isTrue();
    }

    @Test
    void two_workloads_are_too_few_for_a_correction() {
        CalibrationProposal calibrationProposal =
                UNCALIBRATED.propose(observations("H100", 1.5, 1.5));
        assertThat(calibrationProposal.calibration()).isEqualTo(Calibration.NONE);
        assertThat(calibrationProposal.types().getFirst().reason()).contains("at least 3");
    }

    @Test
    void estimates_that_are_right_on_average_are_not_corrected() {
        CalibrationProposal calibrationProposal =
                UNCALIBRATED.propose(observations("H100", 0.9, 1.1, 1.0, 0.95, 1.06, 0.98, 1.02));
        assertThat(calibrationProposal.calibration()).isEqualTo(Calibration.NONE);
        assertThat(calibrationProposal.changes(Calibration.NONE)).isFalse();
        assertThat(calibrationProposal.after()).isEqualTo(calibrationProposal.before());
    }

    @Test
    void one_outlier_among_many_workloads_changes_little() {
        CalibrationProposal calibrationProposal =
                UNCALIBRATED.propose(observations("H100", 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 9.0));
        assertThat(calibrationProposal.calibration().slowdown("H100")).isCloseTo(1.2, within(0.04));
    }

    @Test
    void each_type_is_corrected_by_its_own_workloads() {
        List<StepObservation> all = observations("H100", 1.3, 1.3, 1.3, 1.3);
        all.addAll(observations("A100", 1.0, 1.01, 0.99));
        Calibration found = UNCALIBRATED.propose(all).calibration();
        assertThat(found.slowdown("H100")).isGreaterThan(1.2);
        assertThat(found.slowdown("A100")).isEqualTo(1);
    }

    @Test
    void a_calibration_in_force_is_what_a_new_one_must_beat() {
        List<StepObservation> all = observations("H100", 1.2, 1.2, 1.2, 1.2, 1.2, 1.2);
        Calibration first = UNCALIBRATED.propose(all).calibration();
        CalibrationProposal again = new CalibrationFit(first).propose(all);
        assertThat(again.changes(first)).isFalse();
        assertThat(again.before().mean().orElseThrow()).isLessThan(0.05);
    }

    @Test
    void without_workloads_there_is_no_error() {
        CalibrationProposal calibrationProposal = UNCALIBRATED.propose(List.of());
        assertThat(calibrationProposal.types()).isEmpty();
        assertThat(calibrationProposal.before().mean()).isEmpty();
    }

    @Test
    void a_corrected_rate_is_slower_and_names_its_evidence() {
        var rate =
                new Estimate<>(
                        new TokenRate(1200),
                        new TokenRate(1000),
                        new TokenRate(1440),
                        List.of(new Ground(Source.COMPUTED, "thought of")));
        Estimate<TokenRate> few = new CalibrationFactor("H100", 1.2, 0.03, 4).correct(rate);
        assertThat(few.value().perSecond()).isCloseTo(1000, within(1e-9));
        assertThat(few.high().perSecond()).isCloseTo(1200, within(1e-9));
        Estimate<TokenRate> many = new CalibrationFactor("H100", 1.2, 0.03, 23).correct(rate);
        assertThat(many.high().perSecond()).isCloseTo(1000 * Math.exp(1.645 * 0.03), within(1e-9));
        assertThat(many.grounds().getLast().sentence())
                .startsWith("corrected by 23 finished workloads here");
    }

    /** Random fleets with a random factor over the model and a random spread between jobs. */
    @Test
    void on_later_workloads_a_calibration_is_rarely_worse_and_never_by_much() {
        int worse = 0;
        int fleets = 400;
        for (long seed = 1; seed <= fleets; seed++) {
            var random = new Random(seed);
            double middle = Math.exp(random.nextGaussian() * 0.15);
            double spread = 0.01 + random.nextDouble() * 0.15;
            int many = 3 + random.nextInt(40);
            Calibration found =
                    UNCALIBRATED
                            .propose(observations("H100", fleet(random, middle, spread, many)))
                            .calibration();
            double[] later = fleet(random, middle, spread, 200);
            double before = error(later, 1);
            double after = error(later, found.slowdown("H100"));
            assertThat(after).as("seed %d", seed).isLessThan(before + 0.03);
            worse += after > before + 0.002 ? 1 : 0;
        }
        assertThat(worse).isLessThanOrEqualTo(fleets / 20);
    }

    private static double[] fleet(Random random, double middle, double spread, int many) {
        return DoubleStream.generate(() -> middle * Math.exp(random.nextGaussian() * spread))
                .limit(many)
                .toArray();
    }

    private static double error(double[] longer, double factor) {
        return DoubleStream.of(longer).map(it -> Math.abs(factor / it - 1)).average().orElseThrow();
    }
}
