package slipway.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class CrashTestJobsTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final CrashTestJobs chores = new CrashTestJobs(1);
    private final JournalHistory story = new JournalHistory();

    private void hear(String kind, String body) {
        story.read(
                JSON.readTree(
                        """
                        {"kind": "%s", "at": "2026-11-15T12:00:00Z", "subject": "w1", "body": %s}
                        """
                                .formatted(kind, body)));
    }

    @Test
    void a_job_that_ran_once_too_often_is_reported_with_all_its_events() {
        chores.acknowledged(new CrashTestJob(0), "w1");
        hear("workload.submitted", "{\"name\": \"chore-0\"}");
        hear("workload.queued", "{\"attempt\": 1, \"because\": \"Its node was lost.\"}");
        hear("workload.succeeded", "{\"attempt\": 2, \"outcome\": \"succeeded\", \"exitCode\": 0}");
        JobOutput witness =
                JobOutput.attempts(
                        List.of(
                                "begin chore-0 w1.1",
                                "end chore-0 w1.1",
                                "begin chore-0 w1.2",
                                "end chore-0 w1.2"));
        CrashTestJobs.Verdict verdict = chores.compare(story, witness);
        assertThat(verdict.inconsistent()).isEqualTo(1);
        assertThat(verdict.reports())
                .singleElement()
                .asString()
                .startsWith("chore-0 PLAIN: run too often or too seldom; acknowledged as w1")
                .contains("journal: 2026-11-15T12:00:00Z workload.queued {\"attempt\":1")
                .contains("witness: end chore-0 w1.2");
    }

    @Test
    void a_correct_job_is_not_reported() {
        chores.acknowledged(new CrashTestJob(0), "w1");
        hear("workload.submitted", "{\"name\": \"chore-0\"}");
        hear("workload.succeeded", "{\"attempt\": 1, \"outcome\": \"succeeded\", \"exitCode\": 0}");
        JobOutput witness = JobOutput.attempts(List.of("begin chore-0 w1.1", "end chore-0 w1.1"));
        assertThat(chores.compare(story, witness).reports()).isEmpty();
        assertThat(chores.compare(story, witness).isCorrect()).isTrue();
    }
}
