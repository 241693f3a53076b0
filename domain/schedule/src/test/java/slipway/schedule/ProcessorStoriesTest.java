package slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.schedule.snapshot.Story.POLICY;
import static slipway.schedule.snapshot.Story.at;
import static slipway.schedule.snapshot.Story.high;
import static slipway.schedule.snapshot.Story.job;
import static slipway.schedule.snapshot.Story.node;
import static slipway.schedule.snapshot.Story.team;

import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.Story;

/** What is so for workloads that need only processors, and where processors are short. */
class ProcessorStoriesTest {

    private static final SchedulingPolicy STILL =
            POLICY.rebalancing(SchedulingPolicy.RebalancingRules.NONE)
                    .preemption(SchedulingPolicy.PreemptionRules.NONE);

    /** Beside its accelerators; a node has 64. */
    private static ResourceRequest cpus(ResourceRequest resourceRequest, int cpus) {
        return resourceRequest.withMachine(new Node.Machine(cpus * 1_000, Bytes.ZERO));
    }

    @Test
    void who_needs_only_processors_leaves_those_that_are_kept_for_others() {
        var story = Story.of(STILL, List.of(node("n1", 4)), team("red"));
        story.submit(0, job("first", "red", cpus(ResourceRequest.of(2), 32), 60));
        story.submit(0, job("head", "red", cpus(ResourceRequest.of(4), 64), 60));
        assertThat(story.promise("head").latestStart()).isEqualTo(at(60));
        story.submit(1, job("long", "red", cpus(ResourceRequest.of(0), 1), 600));
        assertThat(story.waits("long")).isTrue();
        story.submit(1, job("short", "red", cpus(ResourceRequest.of(0), 1), 59));
        assertThat(story.running()).containsOnlyKeys("first", "short");
    }

    @Test
    void who_needs_only_processors_takes_nothing_back() {
        var story = Story.of(POLICY, List.of(node("n1", 4)), team("red", 4), team("blue"));
        story.submit(0, job("borrows", "blue", cpus(ResourceRequest.of(1), 60), 600));
        story.submit(10, job("bare", "red", cpus(ResourceRequest.of(0), 8), 60));
        assertThat(story.stopped()).isEmpty();
        assertThat(story.waits("bare")).isTrue();
    }

    @Test
    void processors_alone_are_guaranteed_to_nobody() {
        var story = Story.of(POLICY, List.of(node("n1", 4)), team("red", 4), team("blue"));
        story.submit(0, job("bare", "blue", cpus(ResourceRequest.of(0), 60), 600));
        story.submit(10, job("owner", "red", cpus(ResourceRequest.of(1), 32), 60));
        assertThat(story.stopped()).containsExactly("bare");
    }

    @Test
    void a_place_is_kept_while_those_leave_who_have_the_processors() {
        var story = Story.of(POLICY, List.of(node("n1", 4), node("n2", 1)), team("red"));
        story.submit(0, job("bare", "red", cpus(ResourceRequest.of(0), 60), 600));
        story.submit(0, job("busy", "red", cpus(ResourceRequest.of(1), 40), 30));
        story.submit(0, job("low", "red", cpus(ResourceRequest.of(1), 40), 600));
        assertThat(story.promise("low").latestStart()).isEqualTo(at(30));
        story.submit(10, high(job("high", "red", cpus(ResourceRequest.of(1), 60), 60)));
        assertThat(story.stopped()).containsExactly("bare");
        story.happens(11);
        story.left(11, "bare");
        assertThat(story.running()).containsOnlyKeys("busy", "high");
    }
}
