package slipway.simulate.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.schedule.picture.Ask;
import slipway.schedule.picture.Ask.Gang;
import slipway.schedule.picture.Ask.Need;
import slipway.schedule.picture.Ask.Where;
import slipway.schedule.picture.Ask.Within;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Workload.Kind;
import slipway.schedule.picture.Workload.Manner;
import slipway.schedule.picture.Workload.Priority;
import slipway.spec.Type;

/** Our own form of a trace: {@code submit,duration,accelerators} and whatever else is known of a job. */
final class OwnForm {

    /** Everything stands on one node unless {@code nodes} says more; what counts per node says so in the help page. */
    private static final Sheet SHEET =
            new Sheet(
                    ',',
                    List.of("submit", "duration", "accelerators"),
                    List.of(
                            "nodes",
                            "type",
                            "share",
                            "cpus",
                            "memory",
                            "team",
                            "priority",
                            "checkpoint",
                            "limit",
                            "kind",
                            "spot",
                            "least",
                            "most",
                            "within",
                            "labels",
                            "minimum_run",
                            "deadline",
                            "name",
                            "user",
                            "queue"),
                    false);

    private static final Type<Integer> ACCELERATORS = Type.wholeNumber(0, Node.Devices.MOST);
    private static final Type<Integer> NODES = Type.wholeNumber(1, 100_000);
    private static final Type<Priority> PRIORITY = Type.choice(Priority.class);
    private static final Type<Kind> KIND = Type.choice(Kind.class);
    private static final Type<Within> WITHIN = Type.choice(Within.class);
    private static final Duration NEVER = Duration.ofMillis(-1);

    /** How often; zero is only when it is told to stop. */
    private static final Type<Duration> CHECKPOINT =
            Notation.type(
                    "no, yes (when it is told to stop), or how often: 30m",
                    text ->
                            switch (text) {
                                case "no" -> Optional.of(NEVER);
                                case "yes" -> Optional.of(Duration.ZERO);
                                default -> Notation.lasting(text);
                            });

    private static final Type<Boolean> YES_NO =
            Notation.type(
                    "yes or no",
                    text ->
                            switch (text) {
                                case "yes", "true" -> Optional.of(true);
                                case "no", "false" -> Optional.of(false);
                                default -> Optional.empty();
                            });

    private final Trace.Gathered gathered = new Trace.Gathered();
    private final Teams teams = new Teams();
    private final Map<Ask, Ask> asks = new HashMap<>();
    private Optional<Boolean> relative = Optional.empty();

    private OwnForm() {}

    static Trace read(Path file) {
        var form = new OwnForm();
        SHEET.read(file, form::row);
        return form.gathered.trace();
    }

    private void row(Row row) {
        Instant submitted = submitted(row);
        Duration takes = row.need("duration", Notation.DURATION, Duration.ZERO);
        Optional<Ask> ask = ask(row);
        Manner manner = manner(row);
        TeamId team = row.text("team").map(teams::of).orElse(TeamId.ALL);
        Job.Truth truth =
                Job.Truth.of(submitted, takes)
                        .limited(row.read("limit", Notation.DURATION))
                        .due(row.read("deadline", Notation.INSTANT));
        if (!row.isSound() || ask.isEmpty()) {
            return;
        }
        if (takes.isZero()) {
            gathered.drop("zero_duration");
        } else {
            Ask one = asks.computeIfAbsent(ask.get(), it -> it);
            gathered.add(new Job(mark(row), team, one, manner, truth));
        }
    }

    /** Seconds in one line and a date in the next would lie half a century apart. */
    private Instant submitted(Row row) {
        Instant submitted = row.need("submit", Notation.INSTANT, Instant.EPOCH);
        boolean seconds = row.text("submit").orElse("").matches("[0-9.]+");
        if (row.isSound() && relative.isPresent() && relative.get() != seconds) {
            row.wrong(
                    "submit",
                    "It is written otherwise than in the lines before: write all times as seconds, or all as dates.");
        } else if (row.isSound()) {
            relative = Optional.of(seconds);
        }
        return submitted;
    }

    private static Job.Mark mark(Row row) {
        return new Job.Mark(
                row.text("name").orElse(""),
                row.text("user").orElse(""),
                row.text("queue").orElse(""));
    }

    private static Manner manner(Row row) {
        return new Manner(
                row.read("kind", KIND).orElse(Kind.JOB),
                row.read("priority", PRIORITY).orElse(Priority.NORMAL),
                row.read("checkpoint", CHECKPOINT).filter(it -> !it.isNegative()),
                row.read("minimum_run", Notation.DURATION).orElse(Duration.ZERO));
    }

    private static Optional<Ask> ask(Row row) {
        int count = row.need("accelerators", ACCELERATORS, 0);
        Optional<Integer> share = row.read("share", Notation.SHARE);
        int nodes = row.read("nodes", NODES).orElse(1);
        Gang gang = gang(row, nodes);
        boolean part = share.isPresent() && share.get() < Node.Devices.WHOLE;
        if (part && (count != 1 || gang.most() > 1)) {
            row.wrong("share", "Only one accelerator on one node can be asked for in part.");
            return Optional.empty();
        }
        var need =
                new Need(
                        row.read("type", Notation.WORDS).orElse(List.of()),
                        count,
                        share.orElse(Node.Devices.WHOLE));
        return Optional.of(new Ask(need, machine(row), gang, where(row)));
    }

    private static Gang gang(Row row, int nodes) {
        int least = row.read("least", NODES).orElse(nodes);
        int most = row.read("most", NODES).orElse(nodes);
        Within within = row.read("within", WITHIN).orElse(Within.CLUSTER);
        if (least > nodes) {
            row.wrong("least", "It is more than the %d nodes asked for.".formatted(nodes));
        }
        if (most < nodes) {
            row.wrong("most", "It is less than the %d nodes asked for.".formatted(nodes));
        }
        return new Gang(nodes, Math.min(least, nodes), Math.max(most, nodes), within);
    }

    private static Node.Machine machine(Row row) {
        return new Node.Machine(
                row.read("cpus", Notation.CPUS).orElse(0),
                row.read("memory", Type.bytes()).orElse(Bytes.ZERO));
    }

    private static Where where(Row row) {
        boolean spot = row.read("spot", YES_NO).orElse(false);
        Set<String> labels = new HashSet<>(row.read("labels", Notation.WORDS).orElse(List.of()));
        return new Where(spot, labels);
    }
}
