package slipway.spec.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.spec.workload.WorkspaceSpec.App;

/** What a spec says of a workspace. */
class WorkspaceSpecTest {

    @Test
    void an_app_is_all_that_a_workspace_needs() {
        WorkloadSpec spec = WorkloadSpec.parse("kind: workspace\napp: jupyter", "lab.yaml");
        assertThat(spec.execution().workspace())
                .contains(new WorkspaceSpec(Optional.of(App.JUPYTER), Optional.empty()));
        assertThat(spec.execution().program().run()).contains("jupyter-lab", "$SLIPWAY_SOCKET");
    }

    @Test
    void a_run_separate_needs_no_app() {
        WorkloadSpec spec =
                WorkloadSpec.parse("kind: workspace\nrun: ./serve\nidle: 4h", "own.yaml");
        assertThat(spec.execution().workspace())
                .contains(new WorkspaceSpec(Optional.empty(), Optional.of(Duration.ofHours(4))));
        assertThat(spec.execution().program().run()).isEqualTo("./serve");
    }

    @Test
    void a_workspace_is_the_same_when_it_is_read_again() {
        for (App app : App.values()) {
            String yaml = "kind: workspace\nidle: 3h\napp: " + WorkloadJson.word(app);
            WorkloadSpec spec = WorkloadSpec.parse(yaml, "lab.yaml");
            assertThat(WorkloadSpec.ofJson(spec.json(), "again")).isEqualTo(spec);
        }
    }

    @Test
    void an_app_is_of_workspaces_alone() {
        assertThatThrownBy(() -> WorkloadSpec.parse("app: jupyter\nidle: 2h", "job.yaml"))
                .hasMessageContaining("app: only a workspace has it")
                .hasMessageContaining("idle: only a workspace has it");
    }

    @Test
    void a_workspace_with_nothing_to_start_is_rejected() {
        assertThatThrownBy(() -> WorkloadSpec.parse("kind: workspace", "job.yaml"))
                .hasMessageContaining("run: missing. Write a script");
    }

    @Test
    void a_workspace_is_on_one_node_and_is_not_stopped_before_anybody_could_be_warned() {
        assertThatThrownBy(
                        () ->
                                WorkloadSpec.parse(
                                        "kind: workspace\napp: shell\nnodes: 2", "two.yaml"))
                .hasMessageContaining("nodes: a workspace is on one node, not on 2.");
        assertThatThrownBy(
                        () ->
                                WorkloadSpec.parse(
                                        "kind: workspace\napp: shell\nidle: 5m", "short.yaml"))
                .hasMessageContaining("idle: must be at least 15m");
    }
}
