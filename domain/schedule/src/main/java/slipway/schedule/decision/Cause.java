package slipway.schedule.decision;

import java.time.Instant;
import java.util.List;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;

/** The one cause for which a workload waits, with its numbers. */
public sealed interface Cause {

    /** A sentence such as "Needs 8 H100 on one node; the most free on one node is 2." */
    String sentence(TimeFormat timeFormat);

    /** The next step that the owner can take. */
    String nextStep();

    /**
     * An attempt failed, and it pauses before the next one.
     *
     * @param because what happened, as a sentence; may be empty
     */
    record RetryDelay(Instant until, String because) implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            return ("Retries at %s. ".formatted(timeFormat.time(until)) + because).strip();
        }

        @Override
        public String nextStep() {
            return "It starts again without a command. The log of the last attempt shows the failure.";
        }
    }

    /** A limit of its team, or of one above, is reached. In thousandths of accelerators. */
    record Limit(TeamId team, String type, int limit, int allocated, int requested)
            implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            return "Team %s has %s of its limit of %s; this needs %s more."
                    .formatted(
                            team, amount(allocated), accelerators(limit, type), amount(requested));
        }

        @Override
        public String nextStep() {
            return "Ask for fewer, wait for one of the team's own to end, or have an admin raise the limit of %s."
                    .formatted(team);
        }
    }

    /** No existing node could ever hold it. */
    record NeverFits(ResourceRequest request, int most) implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            return "Needs %s; the largest node has %s."
                    .formatted(
                            request.describe(),
                            accelerators(most * 1_000, request.describeTypes()));
        }

        @Override
        public String nextStep() {
            return "Ask for what one node has, or for more nodes with --nodes.";
        }
    }

    /** It fits only nodes that are out of service. */
    record OutOfService(ResourceRequest request, List<String> nodes) implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            return "Needs %s; that fits only with %s, out of service now."
                    .formatted(request.describe(), Format.list(nodes));
        }

        @Override
        public String nextStep() {
            return "An admin can return a drained node to service; a failed one has to be repaired.";
        }
    }

    /**
     * Its request excludes nodes that would suit it.
     *
     * @param nodes the excluded nodes that count: those with capacity now, or all that could ever hold it
     * @param hasAlternatives whether it can wait for other nodes
     */
    record ExcludedNodes(ResourceRequest request, List<String> nodes, boolean hasAlternatives)
            implements Cause {

        public ExcludedNodes {
            nodes = List.copyOf(nodes);
        }

        @Override
        public String sentence(TimeFormat timeFormat) {
            return hasAlternatives
                    ? "Needs %s; there is room, but %s.".formatted(request.describe(), reasons())
                    : "Needs %s; of the nodes that could hold it, %s."
                            .formatted(request.describe(), reasons());
        }

        private String reasons() {
            return Format.list(nodes.stream().map(this::reason).toList());
        }

        private String reason(String node) {
            return "%s is excluded since %s"
                    .formatted(
                            node,
                            request.constraints().excluded().getOrDefault(node, "it failed there"));
        }

        @Override
        public String nextStep() {
            String again =
                    "After %s is repaired, an administrator returns it to service: slipway return %s."
                            .formatted(nodes.getFirst(), nodes.getFirst());
            return hasAlternatives ? "It starts when another node has room. " + again : again;
        }
    }

    /** Running jobs are being preempted for it. */
    record PreemptionInProgress(List<WorkloadId> departing, Instant by) implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            return "Being preempted for it: %s, by %s."
                    .formatted(
                            Format.list(departing.stream().map(WorkloadId::value).toList()),
                            timeFormat.time(by));
        }

        @Override
        public String nextStep() {
            return "Nothing to do: it starts as soon as they have stopped.";
        }
    }

    /** It will reclaim what others borrowed when their minimum run has ended. */
    record MinimumRun(Instant from) implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            return "Its guarantee is borrowed by others, whose minimum run ends at %s."
                    .formatted(timeFormat.time(from));
        }

        @Override
        public String nextStep() {
            return "Nothing to do: they are preempted then.";
        }
    }

    /** Enough is free, but reserved for a job before it. */
    record Reserved(ResourceRequest request, WorkloadId holder, Instant from) implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            return "%s would be free, but reserved for %s from %s, and this may run longer."
                    .formatted(request.describe(), holder, timeFormat.time(from));
        }

        @Override
        public String nextStep() {
            return "With checkpoints it could start now and give way then; a shorter --max-duration helps as well.";
        }
    }

    /** Enough is free on nodes that are booked. */
    record Booked(ResourceRequest request, String node, Instant from, Instant until)
            implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            return "%s would be free on %s, which is booked from %s to %s."
                    .formatted(
                            request.describe(),
                            node,
                            timeFormat.time(from),
                            timeFormat.time(until));
        }

        @Override
        public String nextStep() {
            return "Ask for less time, or wait for the end of the booking.";
        }
    }

    /** Enough is free in total, but not on one node or in one topology domain. */
    record Fragmented(ResourceRequest request, int mostOnOne, int free, int nodes)
            implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            return request.gang().nodes() == 1
                    ? "Needs %s; the most free on one node is %s, though %s are free in all."
                            .formatted(request.describe(), amount(mostOnOne), amount(free))
                    : "Needs %s; only %s of such nodes are free together, though %s accelerators are free in all."
                            .formatted(request.describe(), nodes, amount(free));
        }

        @Override
        public String nextStep() {
            return request.gang().nodes() == 1
                    ? "%s instead of %s would start now."
                            .formatted(amount(mostOnOne), amount(request.thousandthsPerNode()))
                    : "Fewer nodes, or a wider --within, may start sooner.";
        }
    }

    /** The accelerators are free, but CPU cores or memory beside them are not. */
    record CpuOrMemoryShort(ResourceRequest request, int cpus, long memory) implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            boolean lacksCpus = cpus < request.machine().cpus();
            if (request.accelerators().count() == 0) {
                return "Needs %s on one node; the most free on one node is %s."
                        .formatted(lacking(lacksCpus), left(lacksCpus));
            }
            return "Needs %s with %s; beside free accelerators there is at most %s."
                    .formatted(request.describe(), lacking(lacksCpus), left(lacksCpus));
        }

        private String lacking(boolean lacksCpus) {
            return lacksCpus
                    ? processors(request.machine().cpus())
                    : Format.bytes(request.machine().memory()) + " of memory";
        }

        private String left(boolean lacksCpus) {
            return lacksCpus ? Format.number(cpus / 1e3) : Format.bytes(new Bytes(memory));
        }

        private static String processors(int thousandths) {
            return Format.number(thousandths / 1e3)
                    + (thousandths == 1_000 ? " processor" : " processors");
        }

        @Override
        public String nextStep() {
            return request.accelerators().count() == 0
                    ? "It starts when others end; with fewer CPU cores or less memory, perhaps sooner."
                    : "Ask for fewer CPU cores or less memory.";
        }
    }

    /** Not enough accelerators are free. */
    record Busy(ResourceRequest request, int free, boolean borrows, int shortOf) implements Cause {
        @Override
        public String sentence(TimeFormat timeFormat) {
            String first =
                    free == 0
                            ? "Needs %s; none is free.".formatted(request.describe())
                            : "Needs %s; %s free.".formatted(request.describe(), countAre(free));
            return first + (shortOf > 0 ? shrunk() : "");
        }

        private String shrunk() {
            return " Its team's guarantee is %s less while nodes are out of service."
                    .formatted(amount(shortOf));
        }

        @Override
        public String nextStep() {
            if (isSmallest()) {
                return borrows
                        ? "It would borrow, and waits behind work within its guarantee."
                        : "It starts when others end; sooner at a higher priority, if it may preempt others.";
            }
            return borrows
                    ? "It would borrow, and waits behind work within its guarantee. Fewer accelerators start sooner."
                    : "Fewer accelerators start sooner; so does a higher priority, if it may preempt others.";
        }

        /** Whether it cannot be made smaller. */
        private boolean isSmallest() {
            return request.gang().nodes() == 1
                    && request.thousandthsPerNode() <= Node.Devices.WHOLE;
        }
    }

    private static String countAre(int thousandths) {
        return thousandths == 1_000 ? "1 is" : amount(thousandths) + " are";
    }

    private static String amount(int thousandths) {
        return thousandths % 1_000 == 0
                ? Format.count(thousandths / 1_000)
                : Format.number(thousandths / 1e3);
    }

    private static String accelerators(int thousandths, String type) {
        return Format.acceleratorThousandths(thousandths, type);
    }
}
