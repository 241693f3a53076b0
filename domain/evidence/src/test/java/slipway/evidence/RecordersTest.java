package slipway.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.GpuTime;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.RecordedEstimate.Range;

class RecordersTest {

    private static final WorkloadId ID = new WorkloadId("01k9x0m6c5q8v2t7r4n1h3j5ya");
    private static final TeamId VISION = new TeamId("vision");
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final Range RANGE = new Range(40, 36, 44);
    private static final RecordedEstimate ESTIMATE =
            new RecordedEstimate("H100", 16, 1_000, RANGE, RANGE, 32, 58, 3, List.of());
    private static final Fact.WorkloadEnded END =
            new Fact.WorkloadEnded(ID, 1, "succeeded", Optional.of(0), "");

    private final List<EvidenceDocument> stored = new ArrayList<>();

    /** A workload that is a pilot and a measurement, and has an estimate. */
    private static final class Everything implements AttemptSource {

        @Override
        public Optional<Started> started(Fact.WorkloadStarted start) {
            return Optional.of(new Started("ada", VISION, ESTIMATE));
        }

        @Override
        public Optional<EndedAttempt> ended(Fact.WorkloadEnded end) {
            return Optional.of(
                    new EndedAttempt(
                            "bert",
                            "ada",
                            VISION,
                            end.outcome(),
                            GpuTime.of(16_000, Duration.ofSeconds(50)),
                            new EndedAttempt.Steps(Optional.empty(), 0, Optional.empty()),
                            Optional.empty(),
                            new EndedAttempt.Cost(Optional.empty(), Currency.getInstance("USD"))));
        }

        @Override
        public Optional<Pilot> pilot(Fact.WorkloadEnded end) {
            return Optional.of(new Pilot("ada", VISION, "{\"pilot\":1}"));
        }

        @Override
        public Optional<String> measurement(String document, Fact.WorkloadEnded end) {
            return document.contains("open") ? Optional.of("{\"done\":1}") : Optional.empty();
        }
    }

    private List<EvidenceDocument> records(EvidenceRecorder recorder, Fact fact) throws Exception {
        return recorder.record(
                fact,
                NOON,
                (kind, workload) ->
                        stored.stream()
                                .filter(it -> it.kind() == kind && it.workload().equals(workload))
                                .findFirst());
    }

    private static EvidenceDocument document(Kind kind, String body) {
        return new EvidenceDocument(kind, ID, NOON.minusSeconds(60), "mira", VISION, body);
    }

    @Test
    void the_estimate_is_recorded_when_the_first_attempt_starts() throws Exception {
        var recorder = new OutcomeRecorder(new Everything());
        assertThat(records(recorder, new Fact.WorkloadStarted(ID, 1)))
                .containsExactly(
                        new EvidenceDocument(
                                Kind.FORECAST,
                                ID,
                                NOON,
                                "ada",
                                VISION,
                                EvidenceJson.write(ESTIMATE)));
        assertThat(records(recorder, new Fact.WorkloadStarted(ID, 2))).isEmpty();
    }

    @Test
    void an_outcome_is_recorded_only_beside_an_estimate() throws Exception {
        var recorder = new OutcomeRecorder(new Everything());
        assertThat(records(recorder, END)).isEmpty();
        stored.add(document(Kind.FORECAST, EvidenceJson.write(ESTIMATE)));
        List<EvidenceDocument> outcomes = records(recorder, END);
        assertThat(outcomes).extracting(EvidenceDocument::kind).containsExactly(Kind.OUTCOME);
        EstimateOutcome outcome =
                EvidenceJson.read(outcomes.getFirst(), EstimateOutcome.class).orElseThrow();
        assertThat(outcome.held()).isEqualTo(50);
        assertThat(outcome.forecast()).isEqualTo(ESTIMATE);
    }

    @Test
    void only_a_requested_measurement_is_completed_and_keeps_its_author() throws Exception {
        var recorder = new MeasurementRecorder(new Everything());
        assertThat(records(recorder, END)).isEmpty();
        stored.add(document(Kind.MEASUREMENT, "{\"open\":1}"));
        assertThat(records(recorder, END))
                .containsExactly(
                        new EvidenceDocument(
                                Kind.MEASUREMENT, ID, NOON, "mira", VISION, "{\"done\":1}"));
        stored.set(0, document(Kind.MEASUREMENT, "{\"done\":1}"));
        assertThat(records(recorder, END)).isEmpty();
    }

    @Test
    void a_pilot_is_recorded_when_it_ends() throws Exception {
        var recorder = new PilotRecorder(new Everything());
        assertThat(records(recorder, new Fact.WorkloadStarted(ID, 1))).isEmpty();
        assertThat(records(recorder, END))
                .containsExactly(
                        new EvidenceDocument(Kind.PILOT, ID, NOON, "ada", VISION, "{\"pilot\":1}"));
    }
}
