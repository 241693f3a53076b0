package slipway.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ChoresTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Chores chores = new Chores(1);
    private final Story story = new Story();

    private void hear(String kind, String body) {
        story.hear(
                JSON.readTree(
                        """
                        {"kind": "%s", "at": "2026-11-15T12:00:00Z", "subject": "w1", "body": %s}
                        """
                                .formatted(kind, body)));
    }

    @Test
    void a_chore_that_ran_once_too_often_is_told_with_all_that_is_known_of_it() {
        chores.acknowledged(new Chore(0), "w1");
        hear("workload.submitted", "{\"name\": \"chore-0\"}");
        hear("workload.queued", "{\"attempt\": 1, \"because\": \"Its node was lost.\"}");
        hear("workload.succeeded", "{\"attempt\": 2, \"outcome\": \"succeeded\", \"exitCode\": 0}");
        Witness witness =
                Witness.of(
                        List.of(
                                "begin chore-0 w1.1",
                                "end chore-0 w1.1",
                                "begin chore-0 w1.2",
                                "end chore-0 w1.2"));
        Chores.Verdict verdict = chores.compare(story, witness);
        assertThat(verdict.untrue()).isEqualTo(1);
        assertThat(verdict.stories())
                .singleElement()
                .asString()
                .startsWith("chore-0 PLAIN: run too often or too seldom; acknowledged as w1")
                .contains("journal: 2026-11-15T12:00:00Z workload.queued {\"attempt\":1")
                .contains("witness: end chore-0 w1.2");
    }

    @Test
    void of_a_chore_that_did_as_it_should_nothing_is_told() {
        chores.acknowledged(new Chore(0), "w1");
        hear("workload.submitted", "{\"name\": \"chore-0\"}");
        hear("workload.succeeded", "{\"attempt\": 1, \"outcome\": \"succeeded\", \"exitCode\": 0}");
        Witness witness = Witness.of(List.of("begin chore-0 w1.1", "end chore-0 w1.1"));
        assertThat(chores.compare(story, witness).stories()).isEmpty();
        assertThat(chores.compare(story, witness).right()).isTrue();
    }
}
