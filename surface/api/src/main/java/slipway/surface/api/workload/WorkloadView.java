package slipway.surface.api.workload;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.surface.api.json.ApiField;

/** A workload, as shown to every user who may read its team. */
public record WorkloadView(
        @ApiField(value = "Its id, never reused.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya")
                String id,
        @ApiField(value = "Its name; several workloads may share one.", example = "digits")
                String name,
        @ApiField(value = "The team it belongs to.", example = "vision") TeamId team,
        @ApiField(value = "The user who submitted it.", example = "mira") String owner,
        @ApiField(
                        value =
                                "submitted, queued, starting, running, preempting, stopping, succeeded, failed or"
                                        + " cancelled.",
                        example = "running")
                String state,
        @ApiField("The time it entered this state.") Instant since,
        @ApiField("When it was submitted.") Instant submitted,
        @ApiField(value = "The requested resources.", example = "8 H100 on one node") String asks,
        @ApiField(
                        value = "The reason that it waits, was stopped, or ended this way.",
                        longest = 4_000,
                        lines = true)
                Optional<String> because,
        @ApiField("The nodes it is on.") List<String> nodes,
        @ApiField(value = "How many attempts were started.", example = "1") long attempts,
        @ApiField(value = "How often it was preempted.", example = "0") long preempted,
        @ApiField(
                        value = "Its exit code, if it ended without being stopped.",
                        least = 0,
                        most = 255)
                Optional<Long> exitCode,
        @ApiField("The array it is a member of.") Optional<String> array,
        @ApiField("Its index in that array.") Optional<Long> index,
        @ApiField(value = "The last progress that it reported.", longest = 4_096, lines = true)
                Optional<String> progress,
        @ApiField("The expected time of its last step, at the present speed.")
                Optional<Instant> ends,
        @ApiField("The time since which it holds accelerators without using them.")
                Optional<Instant> idle,
        @ApiField("Its cost.") CostView cost,
        @ApiField(value = "Warnings about its plan, with the change to make.", longest = 2_000)
                List<String> warnings) {}
