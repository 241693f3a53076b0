package slipway.surface.run.server.pages;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import slipway.base.Fact;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalStream;
import slipway.run.lifecycle.Workload;
import slipway.surface.web.component.StateBadge;
import slipway.surface.web.component.TimelineEntry;
import slipway.surface.web.component.WorkloadTimeline;
import slipway.surface.web.live.JournalSearch;

/**
 * What the journal tells of a workload, the oldest first. How far it is read is bounded: near the workload's beginning,
 * where most of it stands, and near its end.
 *
 * @param whole whether nothing can be missing between the two
 */
public record WorkloadHistory(List<Told> told, boolean whole) {

    private static final int NEAR = 2_000;
    private static final int LONGEST_COMMAND = 100;
    private static final Set<JournalStream> FACTS = EnumSet.of(JournalStream.FACTS);

    /** Something that happened to it. */
    public record Told(Instant at, Fact fact) {}

    public WorkloadHistory {
        told = List.copyOf(told);
    }

    static WorkloadHistory of(Workload workload, Journal journal, TimeFormat timeFormat) {
        JournalSearch journalSearch = JournalSearch.in(journal);
        long newest = journal.seq();
        long first = journalSearch.firstFrom(workload.header().submitted(), newest);
        long last =
                workload.state().ended()
                        ? journalSearch.firstFrom(workload.state().since().plusMillis(1), newest)
                        : newest + 1;
        var events = new TreeMap<Long, Event>();
        List<Event> early = journal.events(FACTS, first - 1, NEAR);
        List<Event> late = journal.eventsBefore(FACTS, last, NEAR);
        early.forEach(event -> events.put(event.seq(), event));
        late.forEach(event -> events.put(event.seq(), event));
        boolean whole =
                early.size() < NEAR
                        || late.size() < NEAR
                        || late.getLast().seq() <= early.getLast().seq() + 1;
        String id = workload.id().value();
        return new WorkloadHistory(
                events.values().stream()
                        .filter(event -> event.what().subject().equals(id))
                        .flatMap(
                                event ->
                                        event.fact().stream()
                                                .map(fact -> new Told(event.at(), fact)))
                        .toList(),
                whole);
    }

    // In sentences.

    List<TimelineEntry> moments(TimeFormat timeFormat) {
        List<TimelineEntry> moments = new ArrayList<>();
        for (int i = 0; i < told.size(); i++) {
            moment(i, timeFormat).ifPresent(moments::add);
        }
        return moments;
    }

    private Optional<TimelineEntry> moment(int at, TimeFormat timeFormat) {
        Told one = told.get(at);
        TimelineEntry timelineEntry =
                switch (one.fact()) {
                    case Fact.WorkloadSubmitted submitted ->
                            TimelineEntry.of(
                                    one.at(),
                                    StateBadge.QUEUED,
                                    "Submitted",
                                    "by " + submitted.owner());
                    case Fact.WorkloadQueued queued -> queued(one.at(), queued);
                    case Fact.WorkloadPlaced placed -> placed(at, placed);
                    case Fact.WorkloadStarted started ->
                            TimelineEntry.of(
                                    one.at(),
                                    StateBadge.RUNNING,
                                    "Attempt " + started.attempt() + " runs",
                                    lasted(at));
                    case Fact.WorkloadStop told -> told(one.at(), told, timeFormat);
                    case Fact.WorkloadHung hung ->
                            TimelineEntry.of(
                                            one.at(), StateBadge.FAILED, "Does not get further", "")
                                    .because(hung.because());
                    case Fact.WorkloadIdle idle ->
                            TimelineEntry.of(one.at(), StateBadge.IDLE, "Is idle", "")
                                    .because(idle.because());
                    case Fact.WorkloadOpened _ ->
                            TimelineEntry.of(one.at(), StateBadge.AHEAD, "Somebody opened it", "");
                    case Fact.WorkloadKept kept ->
                            TimelineEntry.of(
                                            one.at(),
                                            StateBadge.AHEAD,
                                            "Is kept until " + timeFormat.time(kept.until()),
                                            "used or not")
                                    .because(kept.because());
                    case Fact.WorkloadEntered entered ->
                            TimelineEntry.of(
                                            one.at(),
                                            StateBadge.AHEAD,
                                            "Somebody ran a command beside it",
                                            "")
                                    .because(shortened(entered.command()));
                    case Fact.WorkloadEnded ended -> ended(one.at(), ended);
                    default ->
                            TimelineEntry.of(one.at(), StateBadge.AHEAD, "", one.fact().toString());
                };
        return Optional.of(timelineEntry);
    }

    private static TimelineEntry queued(Instant at, Fact.WorkloadQueued queued) {
        String words = queued.attempt() == 0 ? "Queued" : "Queued again";
        TimelineEntry timelineEntry =
                TimelineEntry.of(
                        at,
                        StateBadge.QUEUED,
                        words,
                        queued.attempt() == 0 ? "" : "after attempt " + queued.attempt());
        return queued.because().isEmpty() ? timelineEntry : timelineEntry.because(queued.because());
    }

    private TimelineEntry placed(int at, Fact.WorkloadPlaced placed) {
        return TimelineEntry.of(
                told.get(at).at(),
                StateBadge.STARTING,
                "Attempt " + placed.attempt() + " got a place",
                "on " + Format.list(placed.nodes()) + waited(at));
    }

    /** How long it had waited before. */
    private String waited(int at) {
        return at == 0
                ? ""
                : ", after "
                        + Format.duration(
                                java.time.Duration.between(
                                        told.get(at - 1).at(), told.get(at).at()));
    }

    private String lasted(int at) {
        return next(at).map(after -> java.time.Duration.between(told.get(at).at(), after.at()))
                .map(took -> "for " + Format.duration(took))
                .orElse("");
    }

    private static String shortened(String command) {
        return command.length() <= LONGEST_COMMAND
                ? command
                : command.substring(0, LONGEST_COMMAND) + "…";
    }

    /** What changed its state next; what happened beside it did not. */
    private Optional<Told> next(int at) {
        return told.stream()
                .skip(at + 1L)
                .filter(one -> !(one.fact() instanceof Fact.WorkloadHung))
                .filter(one -> !(one.fact() instanceof Fact.WorkloadIdle))
                .filter(one -> !(one.fact() instanceof Fact.WorkloadKept))
                .filter(one -> !(one.fact() instanceof Fact.WorkloadOpened))
                .filter(one -> !(one.fact() instanceof Fact.WorkloadEntered))
                .findFirst();
    }

    private static TimelineEntry told(Instant at, Fact.WorkloadStop told, TimeFormat timeFormat) {
        boolean cancelled = told.because().startsWith("Cancelled by");
        return TimelineEntry.of(
                        at,
                        cancelled ? StateBadge.CANCELLED : StateBadge.PREEMPTING,
                        "Told to stop",
                        "by " + timeFormat.withSeconds(told.by()))
                .because(told.because());
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

    // As a band.

    /** From its first moment to its end, or to now. */
    Optional<WorkloadTimeline> life(Workload workload, TimeFormat timeFormat) {
        List<WorkloadTimeline.Span> spans = new ArrayList<>();
        for (int i = 0; i < told.size(); i++) {
            Told one = told.get(i);
            Instant until = next(i).map(Told::at).orElse(timeFormat.now());
            span(one, until.isBefore(one.at()) ? one.at() : until).ifPresent(spans::add);
        }
        boolean begun = !told.isEmpty() && told.getFirst().fact() instanceof Fact.WorkloadSubmitted;
        return begun && whole && !spans.isEmpty()
                ? Optional.of(new WorkloadTimeline(spans, Optional.empty(), timeFormat))
                : Optional.empty();
    }

    private static Optional<WorkloadTimeline.Span> span(Told one, Instant until) {
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
            Told one, Instant until, StateBadge stateBadge, String words, String label) {
        return new WorkloadTimeline.Span(stateBadge, one.at(), until, words, label, "");
    }
}
