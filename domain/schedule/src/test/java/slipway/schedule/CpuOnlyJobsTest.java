package slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.schedule.snapshot.ClusterScenario.POLICY;
import static slipway.schedule.snapshot.ClusterScenario.at;
import static slipway.schedule.snapshot.ClusterScenario.highPriority;
import static slipway.schedule.snapshot.ClusterScenario.job;
import static slipway.schedule.snapshot.ClusterScenario.node;
import static slipway.schedule.snapshot.ClusterScenario.team;

import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.schedule.snapshot.ClusterScenario;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.SchedulingPolicy;

/** Workloads that need only CPU cores, and nodes that are short of them. */
class CpuOnlyJobsTest {

    private static final SchedulingPolicy STILL =
            POLICY.rebalancing(SchedulingPolicy.RebalancingRules.NONE)
                    .preemption(SchedulingPolicy.PreemptionRules.NONE);

    /** A request with CPU cores beside its accelerators; a node has 64. */
    private static ResourceRequest cpus(ResourceRequest resourceRequest, int cpus) {
        return resourceRequest.withMachine(new Node.Machine(cpus * 1_000, Bytes.ZERO));
    }

    @Test
    void a_cpu_only_job_respects_reserved_cpu_cores() {
        var story = ClusterScenario.of(STILL, List.of(node("n1", 4)), team("red"));
        story.submit(0, job("first", "red", cpus(ResourceRequest.of(2), 32), 60));
        story.submit(0, job("head", "red", cpus(ResourceRequest.of(4), 64), 60));
        assertThat(story.reservation("head").latestStart()).isEqualTo(at(60));
        story.submit(1, job("long", "red", cpus(ResourceRequest.of(0), 1), 600));
        assertThat(story.isPending("long")).isTrue();
        story.submit(1, job("short", "red", cpus(ResourceRequest.of(0), 1), 59));
        assertThat(story.running()).containsOnlyKeys("first", "short");
    }

    @Test
    void a_cpu_only_job_reclaims_nothing() {
        var story =
                ClusterScenario.of(POLICY, List.of(node("n1", 4)), team("red", 4), team("blue"));
        story.submit(0, job("borrows", "blue", cpus(ResourceRequest.of(1), 60), 600));
        story.submit(10, job("bare", "red", cpus(ResourceRequest.of(0), 8), 60));
        assertThat(story.preemptedJobs()).isEmpty();
        assertThat(story.isPending("bare")).isTrue();
    }

    @Test
    void no_guarantee_covers_cpu_only_jobs() {
        var story =
                ClusterScenario.of(POLICY, List.of(node("n1", 4)), team("red", 4), team("blue"));
        story.submit(0, job("bare", "blue", cpus(ResourceRequest.of(0), 60), 600));
        story.submit(10, job("owner", "red", cpus(ResourceRequest.of(1), 32), 60));
        assertThat(story.preemptedJobs()).containsExactly("bare");
    }

    @Test
    void a_reservation_holds_while_the_jobs_that_use_the_cpu_cores_leave() {
        var story = ClusterScenario.of(POLICY, List.of(node("n1", 4), node("n2", 1)), team("red"));
        story.submit(0, job("bare", "red", cpus(ResourceRequest.of(0), 60), 600));
        story.submit(0, job("busy", "red", cpus(ResourceRequest.of(1), 40), 30));
        story.submit(0, job("low", "red", cpus(ResourceRequest.of(1), 40), 600));
        assertThat(story.reservation("low").latestStart()).isEqualTo(at(30));
        story.submit(10, highPriority(job("high", "red", cpus(ResourceRequest.of(1), 60), 60)));
        assertThat(story.preemptedJobs()).containsExactly("bare");
        story.step(11);
        story.stopped(11, "bare");
        assertThat(story.running()).containsOnlyKeys("busy", "high");
    }
}
