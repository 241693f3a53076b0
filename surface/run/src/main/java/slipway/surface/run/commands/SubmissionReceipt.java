package slipway.surface.run.commands;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.command.CommandEnvironment;

/** The answer to a submission: what was submitted, why it waits, when it starts. */
final class SubmissionReceipt {

    private final Terminal terminal;
    private final TimeFormat timeFormat;
    private final int members;

    /**
     * @param members of its array; 1 without an array
     */
    SubmissionReceipt(CommandEnvironment commandEnvironment, int members) {
        this.terminal = commandEnvironment.terminal();
        this.timeFormat = commandEnvironment.times();
        this.members = members;
    }

    void print(WorkloadView submitted, ExplanationView why, boolean followed) {
        terminal.say(headline(submitted, why));
        terminal.show(
                FactList.of()
                        .with("waits", why.waits())
                        .with("starts", why.waits().flatMap(_ -> starts(why)))
                        .with(
                                "stops",
                                Optional.of(why.stops())
                                        .filter(names -> !names.isEmpty())
                                        .map(Format::list))
                        .with("warning", why.warnings().stream().findFirst()));
        if (!followed) {
            terminal.say(
                    members == 1
                            ? "Follow it: slipway logs -f "
                                    + submitted.name()
                                    + ". You can close this terminal."
                            : "Watch them: slipway ps. You can close this terminal.");
        }
    }

    private String headline(WorkloadView submitted, ExplanationView why) {
        String where = why.on().map(node -> " on " + node).orElse("");
        String state = why.waits().isPresent() ? "queued" : "starts" + where;
        String times = members == 1 ? "" : " · " + Format.count(members, "time");
        String cost =
                CostText.of(why).stream().map(text -> " · " + text).collect(Collectors.joining());
        String each = members == 1 || cost.isEmpty() ? cost : cost + " each";
        return "%s/%s %s · %s%s%s"
                .formatted(
                        submitted.team(), submitted.name(), state, submitted.asks(), times, each);
    }

    private Optional<String> starts(ExplanationView why) {
        return why.starts()
                .map(
                        at ->
                                timeFormat.time(at)
                                        + interval(at, why)
                                        + why.on().map(it -> ", on " + it).orElse(""));
    }

    private String interval(Instant at, ExplanationView why) {
        Instant earliest = why.earliest().orElse(at);
        String until = why.latest().map(timeFormat::time).orElse("open");
        boolean exact = earliest.equals(at) && why.latest().equals(Optional.of(at));
        return exact ? "" : " (" + timeFormat.time(earliest) + " to " + until + ")";
    }
}
