package slipway.surface.api.workload;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.surface.api.json.ApiField;

/** A workload as users who may see its team see it. */
public record WorkloadView(
        @ApiField(value = "Its id, unique for ever.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya")
                String id,
        @ApiField(value = "Its name; several workloads may have the same.", example = "digits")
                String name,
        @ApiField(value = "The team it belongs to.", example = "vision") TeamId team,
        @ApiField(value = "Who submitted it.", example = "mira") String owner,
        @ApiField(
                        value =
                                "submitted, queued, starting, running, preempting, stopping, succeeded, failed or"
                                        + " cancelled.",
                        example = "running")
                String state,
        @ApiField("Since when it is in this state.") Instant since,
        @ApiField("When it was submitted.") Instant submitted,
        @ApiField(value = "What it asks for.", example = "8 H100 on one node") String asks,
        @ApiField(value = "Why it waits, was stopped or ended so.", longest = 4_000, lines = true)
                Optional<String> because,
        @ApiField("The nodes it is on.") List<String> nodes,
        @ApiField(value = "How many attempts were begun.", example = "1") long attempts,
        @ApiField(value = "How often it had to give way.", example = "0") long preempted,
        @ApiField(value = "Its exit code, once it has ended by itself.", least = 0, most = 255)
                Optional<Long> exitCode,
        @ApiField("The array it is a member of.") Optional<String> array,
        @ApiField("Its number in that array.") Optional<Long> index,
        @ApiField(value = "What it last said of its progress.", longest = 4_096, lines = true)
                Optional<String> progress,
        @ApiField("When it will have done its last step, going on as it does.")
                Optional<Instant> ends,
        @ApiField("Since when it holds accelerators without using them, if that is long ago.")
                Optional<Instant> idle,
        @ApiField("What it costs.") CostView cost,
        @ApiField(
                        value = "What its owner should know of its plan, and what to change.",
                        longest = 2_000)
                List<String> warnings) {}
