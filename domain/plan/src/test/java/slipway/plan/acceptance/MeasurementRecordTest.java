package slipway.plan.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.WorkloadId;
import slipway.plan.acceptance.MeasurementRecord.NodeLog;
import slipway.plan.acceptance.MeasurementRecord.NodeResult;

class MeasurementRecordTest {

    private static final WorkloadId ID = new WorkloadId("01k9x0m6c5q8v2t7r4n1h3j5ya");
    private static final String DOCUMENT = Documents.of("h100-a1", Documents.products(0, 661));
    private static final MeasurementRecord REQUESTED =
            MeasurementRecord.requested(
                    List.of("h100-a1", "h100-a2"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of("local-nvme"));

    private static Fact.WorkloadEnded end(int exitCode) {
        return new Fact.WorkloadEnded(ID, 1, "failed", Optional.of(exitCode), "It failed.");
    }

    private static NodeLog printed(String node, String document) {
        return new NodeLog(
                node, "Measures.\n" + AcceptanceTest.RESULT_PREFIX + document + "\nDone.\n");
    }

    /** Records of earlier versions are in databases. */
    @Test
    void the_stored_form_is_stable() {
        var record =
                new MeasurementRecord(
                        List.of("h100-a1"),
                        "own",
                        Optional.of("p5.48xlarge"),
                        Optional.empty(),
                        List.of(new NodeResult("h100-a1", "{}")),
                        Optional.of("No network."));
        String json =
                """
                {"nodes":["h100-a1"],"provider":"own","machine":"p5.48xlarge",\
                "told":[{"node":"h100-a1","document":"{}"}],"trouble":"No network."}""";
        assertThat(record.json()).isEqualTo(json);
        assertThat(MeasurementRecord.read(json)).isEqualTo(record);
    }

    @Test
    void the_results_of_all_nodes_complete_a_measurement() {
        MeasurementRecord done =
                REQUESTED.completed(
                        List.of(printed("h100-a1", DOCUMENT), printed("h100-a2", DOCUMENT)),
                        end(0));
        assertThat(done.isDone()).isTrue();
        assertThat(done.failure()).isEmpty();
        assertThat(done.entries())
                .extracting(it -> it.measurement().node())
                .containsExactly("h100-a1", "h100-a2");
    }

    @Test
    void a_node_without_a_result_is_a_failure_beside_the_results_of_the_others() {
        MeasurementRecord done =
                REQUESTED.completed(
                        List.of(printed("h100-a1", DOCUMENT), new NodeLog("h100-a2", "Killed\n")),
                        end(1));
        assertThat(done.results()).hasSize(1);
        assertThat(done.failure().orElseThrow()).contains("It failed.", "slipway logs " + ID);
    }

    @Test
    void an_unreadable_result_is_a_failure_that_names_its_mistake() {
        MeasurementRecord done =
                REQUESTED.completed(List.of(printed("h100-a1", "{\"format\":9}")), end(0));
        assertThat(done.results()).isEmpty();
        assertThat(done.failure().orElseThrow()).contains("h100-a1");
    }

    @Test
    void a_missing_python_is_named_as_the_failure() {
        MeasurementRecord done = REQUESTED.completed(List.of(), end(AcceptanceTest.NO_PYTHON));
        assertThat(done.failure().orElseThrow()).contains("python3");
    }
}
