package slipway.surface.run.server.pages;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import slipway.base.Fact;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.journal.HistoryQuery;
import slipway.journal.Journal;
import slipway.run.lifecycle.Workload;
import slipway.surface.web.component.StateBadge;
import slipway.surface.web.component.TimelineEntry;
import slipway.surface.web.component.WorkloadTimeline;

/**
 * The events of a workload in the journal, oldest first. Of a very long life the first and the last ones are read.
 *
 * @param whole whether no event can be missing between the two
 */
public record WorkloadHistory(List<RecordedFact> facts, boolean whole) {

    /** How many events are read at each end. */
    private static final int MAX_EVENTS = 2_000;

    private static final int MAX_COMMAND_LENGTH = 100;

    public record RecordedFact(Instant at, Fact fact) {}

    public WorkloadHistory {
        facts = List.copyOf(facts);
    }

    static WorkloadHistory of(Workload workload, Journal journal) {
        String id = workload.id().value();
        var events = new TreeMap<Long, Event>();
        List<Event> early =
                journal.history(HistoryQuery.after(HistoryQuery.Of.SUBJECT, id, 0, MAX_EVENTS));
        early.forEach(event -> events.put(event.seq(), event));
        boolean whole = early.size() < MAX_EVENTS;
        if (!whole) {
            List<Event> late =
                    journal.history(
                            HistoryQuery.before(
                                    HistoryQuery.Of.SUBJECT, id, Long.MAX_VALUE, MAX_EVENTS));
            late.forEach(event -> events.put(event.seq(), event));
            whole = events.size() < early.size() + late.size();
        }
        return new WorkloadHistory(
                events.values().stream()
                        .flatMap(
                                event ->
                                        event.fact().stream()
                                                .map(fact -> new RecordedFact(event.at(), fact)))
                        .toList(),
                whole);
    }

    List<TimelineEntry> timeline(TimeFormat timeFormat) {
        return IntStream.range(0, facts.size()).mapToObj(i -> entry(i, timeFormat)).toList();
    }

    private TimelineEntry entry(int at, TimeFormat timeFormat) {
        RecordedFact one = facts.get(at);
        return switch (one.fact()) {
            case Fact.WorkloadSubmitted submitted ->
                    TimelineEntry.of(
                            one.at(), StateBadge.QUEUED, "Submitted", "by " + submitted.owner());
            case Fact.WorkloadQueued queued -> queued(one.at(), queued);
            case Fact.WorkloadPlaced placed -> placed(at, placed);
            case Fact.WorkloadStarted started ->
                    TimelineEntry.of(
                            one.at(),
                            StateBadge.RUNNING,
                            "Attempt " + started.attempt() + " runs",
                            lasted(at));
            case Fact.WorkloadStop stop -> stopped(one.at(), stop, timeFormat);
            case Fact.WorkloadHung hung ->
                    TimelineEntry.of(one.at(), StateBadge.FAILED, "Seems to hang", "")
                            .because(hung.because());
            case Fact.WorkloadIdle idle ->
                    TimelineEntry.of(one.at(), StateBadge.IDLE, "Is idle", "")
                            .because(idle.because());
            case Fact.WorkloadOpened _ ->
                    TimelineEntry.of(one.at(), StateBadge.AHEAD, "A user opened it", "");
            case Fact.WorkloadKept kept ->
                    TimelineEntry.of(
                                    one.at(),
                                    StateBadge.AHEAD,
                                    "Exempt from idle shutdown until "
                                            + timeFormat.time(kept.until()),
                                    "")
                            .because(kept.because());
            case Fact.WorkloadEntered entered ->
                    TimelineEntry.of(one.at(), StateBadge.AHEAD, "A user ran a command in it", "")
                            .because(shortened(entered.command()));
            case Fact.WorkloadEnded ended -> ended(one.at(), ended);
            default -> TimelineEntry.of(one.at(), StateBadge.AHEAD, "", one.fact().toString());
        };
    }

    private static TimelineEntry queued(Instant at, Fact.WorkloadQueued queued) {
        String title = queued.attempt() == 0 ? "Queued" : "Queued again";
        TimelineEntry timelineEntry =
                TimelineEntry.of(
                        at,
                        StateBadge.QUEUED,
                        title,
                        queued.attempt() == 0 ? "" : "after attempt " + queued.attempt());
        return queued.because().isEmpty() ? timelineEntry : timelineEntry.because(queued.because());
    }

    private TimelineEntry placed(int at, Fact.WorkloadPlaced placed) {
        return TimelineEntry.of(
                facts.get(at).at(),
                StateBadge.STARTING,
                "Attempt " + placed.attempt() + " was placed",
                "on " + Format.list(placed.nodes()) + waited(at));
    }

    /** How long it waited before the placement. */
    private String waited(int at) {
        return at == 0
                ? ""
                : ", after "
                        + Format.duration(
                                java.time.Duration.between(
                                        facts.get(at - 1).at(), facts.get(at).at()));
    }

    private String lasted(int at) {
        return next(at).map(after -> java.time.Duration.between(facts.get(at).at(), after.at()))
                .map(took -> "for " + Format.duration(took))
                .orElse("");
    }

    private static String shortened(String command) {
        return command.length() <= MAX_COMMAND_LENGTH
                ? command
                : command.substring(0, MAX_COMMAND_LENGTH) + "…";
    }

    /** The next event that changed its state. */
    private Optional<RecordedFact> next(int at) {
        return facts.stream()
                .skip(at + 1L)
                .filter(one -> !(one.fact() instanceof Fact.WorkloadHung))
                .filter(one -> !(one.fact() instanceof Fact.WorkloadIdle))
                .filter(one -> !(one.fact() instanceof Fact.WorkloadKept))
                .filter(one -> !(one.fact() instanceof Fact.WorkloadOpened))
                .filter(one -> !(one.fact() instanceof Fact.WorkloadEntered))
                .findFirst();
    }

    private static TimelineEntry stopped(
            Instant at, Fact.WorkloadStop stop, TimeFormat timeFormat) {
        boolean cancelled = stop.because().startsWith("Cancelled by");
        return TimelineEntry.of(
                        at,
                        cancelled ? StateBadge.CANCELLED : StateBadge.PREEMPTING,
                        "Stop requested",
                        "by " + timeFormat.withSeconds(stop.by()))
                .because(stop.because());
    }

    private static TimelineEntry ended(Instant at, Fact.WorkloadEnded ended) {
        StateBadge stateBadge =
                switch (ended.outcome()) {
                    case "succeeded" -> StateBadge.SUCCEEDED;
                    case "cancelled" -> StateBadge.CANCELLED;
                    default -> StateBadge.FAILED;
                };
        String code = ended.exitCode().map(exit -> "with exit code " + exit).orElse("");
        TimelineEntry timelineEntry = TimelineEntry.of(at, stateBadge, stateBadge.title(), code);
        return ended.because().isEmpty() ? timelineEntry : timelineEntry.because(ended.because());
    }

    /** The spans from its submission to its end, or to now. */
    Optional<WorkloadTimeline> spans(Workload workload, TimeFormat timeFormat) {
        List<WorkloadTimeline.Span> spans = new ArrayList<>();
        for (int i = 0; i < facts.size(); i++) {
            RecordedFact one = facts.get(i);
            Instant until = next(i).map(RecordedFact::at).orElse(timeFormat.now());
            span(one, until.isBefore(one.at()) ? one.at() : until).ifPresent(spans::add);
        }
        boolean complete =
                !facts.isEmpty() && facts.getFirst().fact() instanceof Fact.WorkloadSubmitted;
        return complete && whole && !spans.isEmpty()
                ? Optional.of(new WorkloadTimeline(spans, Optional.empty(), timeFormat))
                : Optional.empty();
    }

    private static Optional<WorkloadTimeline.Span> span(RecordedFact one, Instant until) {
        String took = Format.duration(java.time.Duration.between(one.at(), until));
        return switch (one.fact()) {
            case Fact.WorkloadSubmitted _, Fact.WorkloadQueued _ ->
                    Optional.of(span(one, until, StateBadge.QUEUED, "queued " + took, ""));
            case Fact.WorkloadPlaced placed ->
                    Optional.of(
                            span(
                                    one,
                                    until,
                                    StateBadge.STARTING,
                                    "attempt " + placed.attempt() + " started in " + took,
                                    ""));
            case Fact.WorkloadStarted started ->
                    Optional.of(
                            span(
                                    one,
                                    until,
                                    StateBadge.RUNNING,
                                    "attempt " + started.attempt() + " ran " + took,
                                    "Attempt " + started.attempt() + ", " + took));
            case Fact.WorkloadStop _ ->
                    Optional.of(
                            span(one, until, StateBadge.PREEMPTING, "stopped within " + took, ""));
            default -> Optional.empty();
        };
    }

    private static WorkloadTimeline.Span span(
            RecordedFact one, Instant until, StateBadge stateBadge, String text, String label) {
        return new WorkloadTimeline.Span(stateBadge, one.at(), until, text, label, "");
    }
}
