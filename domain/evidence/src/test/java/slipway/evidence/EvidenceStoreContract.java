package slipway.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceRecorder.Documents;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;
import slipway.journal.LoopExecutor;
import slipway.testkit.MovingClock;

/** What the evidence store must do on every storage. */
abstract class EvidenceStoreContract {

    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final Actor ADA = Actor.system("ada");
    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId LANGUAGE = new TeamId("language");

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);
    private static final int MAX_POLLS = 1_500;

    private Journal journal;
    private EvidenceStore evidenceStore;

    /** The same storage each time. */
    protected abstract JournalStorage storage();

    @BeforeEach
    void open() {
        journal =
                Journal.open(
                        storage(),
                        LoopExecutor.threads(),
                        new Journal.Times(MovingClock.at(NOON.toString()), () -> 0L));
        evidenceStore = EvidenceStore.open(journal);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private void reopen() {
        close();
        open();
    }

    private static WorkloadId id(int number) {
        return new WorkloadId("01k9x0m6c5q8v2t7r4n1h3j5%02d".formatted(number));
    }

    private static EvidenceDocument document(int number, TeamId team, String body) {
        return new EvidenceDocument(Kind.OUTCOME, id(number), NOON, "ada", team, body);
    }

    private void write(EvidenceDocument evidenceDocument) {
        Journal.await(evidenceStore.write(evidenceDocument));
    }

    private void apply(long after, String says) {
        Journal.await(evidenceStore.apply(after, says, "{}", ADA));
    }

    private void undo(long number) {
        Journal.await(evidenceStore.undo(number, ADA));
    }

    @Test
    void a_document_survives_a_restart_and_has_one_kind() {
        write(document(1, VISION, "{\"a\":1}"));
        reopen();
        assertThat(evidenceStore.document(Kind.OUTCOME, id(1)).map(EvidenceDocument::body))
                .contains("{\"a\":1}");
        assertThat(evidenceStore.document(Kind.PILOT, id(1))).isEmpty();
        assertThat(evidenceStore.document(Kind.OUTCOME, id(2))).isEmpty();
    }

    @Test
    void the_newest_documents_of_a_team_are_found_among_those_of_other_teams() {
        write(document(1, VISION, "{}"));
        for (int i = 2; i < 9; i++) {
            write(document(i, LANGUAGE, "{}"));
        }
        write(document(9, VISION, "{}"));
        List<EvidenceDocument> found =
                evidenceStore.newest(Kind.OUTCOME, Optional.empty(), 5, Set.of(VISION));
        assertThat(found).extracting(EvidenceDocument::workload).containsExactly(id(9), id(1));
        assertThat(
                        evidenceStore.newest(
                                Kind.OUTCOME, Optional.of(id(9)), 3, Set.of(VISION, LANGUAGE)))
                .extracting(EvidenceDocument::workload)
                .containsExactly(id(8), id(7), id(6));
        assertThat(evidenceStore.newest(Kind.OUTCOME, Optional.of(id(9)), 1))
                .extracting(EvidenceDocument::workload)
                .containsExactly(id(8));
    }

    @Test
    void the_newest_calibration_that_is_not_undone_is_in_force_after_a_restart() {
        apply(0, "one");
        apply(1, "two");
        assertThat(evidenceStore.numberInForce()).isEqualTo(2);
        undo(2);
        reopen();
        assertThat(evidenceStore.inForce().map(AppliedCalibration::says)).contains("one");
        assertThat(evidenceStore.calibrations()).hasSize(2);
        apply(1, "three");
        assertThat(evidenceStore.numberInForce()).isEqualTo(3);
    }

    @Test
    void calibrations_are_in_the_order_of_their_numbers_before_and_after_a_restart() {
        apply(0, "one");
        apply(1, "two");
        undo(2);
        undo(1);
        List<AppliedCalibration> before = evidenceStore.calibrations();
        assertThat(before).extracting(AppliedCalibration::says).containsExactly("one", "two");
        reopen();
        assertThat(evidenceStore.calibrations()).isEqualTo(before);
    }

    @Test
    void the_second_of_two_concurrent_calibrations_is_refused() {
        var first = evidenceStore.apply(0, "one", "{}", ADA);
        var second = evidenceStore.apply(0, "two", "{}", ADA);
        Journal.await(first);
        assertThatThrownBy(() -> Journal.await(second))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("calibration 1 is in force");
        assertThat(evidenceStore.calibrations()).hasSize(1);
    }

    @Test
    void only_the_calibration_in_force_can_be_undone() {
        assertThatThrownBy(() -> undo(1)).hasMessageContaining("nothing to undo");
        apply(0, "one");
        assertThatThrownBy(() -> undo(7)).hasMessageContaining("calibration 1 is in force");
    }

    @Test
    void a_recorder_gets_facts_and_reads_what_it_wrote_in_the_same_batch() throws Exception {
        evidenceStore.follow(List.of(EvidenceStoreContract::documentsFor));
        journal.append(new Fact.WorkloadStarted(id(1), 1), ADA, id(1).value());
        journal.append(
                new Fact.WorkloadEnded(id(1), 1, "succeeded", Optional.of(0), ""),
                ADA,
                id(1).value());
        until(() -> evidenceStore.document(Kind.OUTCOME, id(1)).isPresent());
        assertThat(evidenceStore.document(Kind.OUTCOME, id(1)).map(EvidenceDocument::body))
                .contains("{\"expected\":true}");
    }

    private static List<EvidenceDocument> documentsFor(Fact fact, Instant at, Documents documents) {
        return switch (fact) {
            case Fact.WorkloadStarted(var id, _) ->
                    List.of(new EvidenceDocument(Kind.FORECAST, id, at, "x", VISION, "{}"));
            case Fact.WorkloadEnded ended -> {
                boolean expected = documents.document(Kind.FORECAST, ended.workload()).isPresent();
                String body = "{\"expected\":%b}".formatted(expected);
                yield List.of(
                        new EvidenceDocument(
                                Kind.OUTCOME, ended.workload(), at, "x", VISION, body));
            }
            default -> List.of();
        };
    }

    /** The journal notifies waiting threads; the limit ends the test when a reader never runs. */
    private void until(BooleanSupplier there) throws InterruptedException {
        for (int i = 0; i < MAX_POLLS && !there.getAsBoolean(); i++) {
            journal.awaitAfter(journal.seq(), POLL_INTERVAL);
        }
        assertThat(there.getAsBoolean()).isTrue();
    }
}
