package slipway.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.plan.acceptance.MeasuredFigure.Kind;
import slipway.plan.acceptance.MeasuredFigure.Scope;
import slipway.plan.acceptance.Measurement;
import slipway.plan.acceptance.Measurements;
import slipway.plan.compare.Criterion;
import slipway.plan.compare.ProviderComparison;
import slipway.plan.compare.ProviderComparison.RankedProvider;
import slipway.plan.request.CompareRequest;

class CompareTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");

    private static ProviderComparison all(String type, Measurements measured) {
        return Planner.bundled()
                .withMeasurements(measured)
                .compare(new CompareRequest(type, List.of(), List.of()), NOW);
    }

    @Test
    void a_score_lies_in_its_interval_and_says_why_for_every_type_and_provider() {
        for (String type : List.of("H100", "A100-80GB", "L4", "MI300X", "H200")) {
            for (RankedProvider place : all(type, Measurements.NONE).providers()) {
                assertThat(place.total().low()).isBetween(0.0, place.total().value());
                assertThat(place.total().high()).isBetween(place.total().value(), 10.0);
                assertThat(place.scores()).hasSize(Criterion.values().length);
                place.scores().forEach(it -> assertThat(it.reason()).isNotBlank());
            }
        }
    }

    @Test
    void measurements_replace_the_catalogs_facts_of_a_provider() {
        var measurement =
                new Measurement(
                        "n1",
                        0,
                        1,
                        Instant.parse("2026-09-02T08:00:00Z"),
                        Duration.ofMinutes(5),
                        new Measurement.Machine(
                                64, Bytes.gigabytes(512), "6.1", "3.12", "", List.of()),
                        new Measurement.Load(List.of(), 0),
                        new Measurement.Results(
                                List.of(disk(Kind.READ, 2e9), disk(Kind.WRITE, 1e9)),
                                List.of(),
                                List.of()));
        var measured = new Measurements(List.of(new Measurements.Entry("lambda", measurement)));
        ProviderComparison all =
                Planner.bundled()
                        .withMeasurements(measured)
                        .compare(new CompareRequest("H100", List.of(), List.of("lambda")), NOW);
        var storage = all.providers().getFirst().score(Criterion.STORAGE);
        assertThat(storage.isKnown()).isTrue();
        assertThat(storage.reason()).contains("2 GB/s").contains("measured on 2026-09-02: n1");
        var slow = new Measurements(List.of(new Measurements.Entry("aws", measurement)));
        assertThat(aws(slow).score(Criterion.STORAGE).value().value())
                .isLessThan(aws(Measurements.NONE).score(Criterion.STORAGE).value().value());
        assertThat(aws(slow).total().value()).isLessThan(aws(Measurements.NONE).total().value());
    }

    private static slipway.plan.acceptance.MeasuredFigure disk(Kind kind, double rate) {
        return new slipway.plan.acceptance.MeasuredFigure(
                kind,
                Scope.DISK,
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                List.of(rate, rate, rate));
    }

    private static RankedProvider aws(Measurements measured) {
        return all("H100", measured).providers().stream()
                .filter(it -> it.provider().equals("aws"))
                .findFirst()
                .orElseThrow();
    }
}
