package slipway.server.web.workload;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import slipway.base.Fact;
import slipway.base.Format;
import slipway.base.TimeFormat;
import slipway.journal.Event;
import slipway.journal.EventStream;
import slipway.journal.Journal;
import slipway.run.Workload;
import slipway.server.web.events.Backwards;
import slipway.server.web.part.Life;
import slipway.server.web.part.Moment;
import slipway.server.web.part.State;

/**
 * What the journal tells of a workload, the oldest first. How far it is read is bounded: near the workload's beginning,
 * where most of it stands, and near its end.
 *
 * @param whole whether nothing can be missing between the two
 */
public record Story(List<Told> told, boolean whole) {

    private static final int NEAR = 2_000;
    private static final int LONGEST_COMMAND = 100;
    private static final Set<EventStream> FACTS = EnumSet.of(EventStream.FACTS);

    /** Something that happened to it. */
    public record Told(Instant at, Fact fact) {}

    public Story {
        told = List.copyOf(told);
    }

    static Story of(Workload workload, Journal journal, TimeFormat timeFormat) {
        Backwards journalSearch = Backwards.in(journal);
        long newest = journal.seq();
        long first = journalSearch.firstFrom(workload.title().submitted(), newest);
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
        return new Story(
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

    List<Moment> moments(TimeFormat timeFormat) {
        List<Moment> moments = new ArrayList<>();
        for (int i = 0; i < told.size(); i++) {
            moment(i, timeFormat).ifPresent(moments::add);
        }
        return moments;
    }

    private Optional<Moment> moment(int at, TimeFormat timeFormat) {
        Told one = told.get(at);
        Moment timelineEntry =
                switch (one.fact()) {
                    case Fact.WorkloadSubmitted submitted ->
                            Moment.of(
                                    one.at(), State.QUEUED, "Submitted", "by " + submitted.owner());
                    case Fact.WorkloadQueued queued -> queued(one.at(), queued);
                    case Fact.WorkloadPlaced placed -> placed(at, placed);
                    case Fact.WorkloadStarted started ->
                            Moment.of(
                                    one.at(),
                                    State.RUNNING,
                                    "Attempt " + started.attempt() + " runs",
                                    lasted(at));
                    case Fact.WorkloadToldToStop told -> told(one.at(), told, timeFormat);
                    case Fact.WorkloadHung hung ->
                            Moment.of(one.at(), State.FAILED, "Does not get further", "")
                                    .because(hung.because());
                    case Fact.WorkloadIdle idle ->
                            Moment.of(one.at(), State.IDLE, "Is idle", "").because(idle.because());
                    case Fact.WorkloadOpened _ ->
                            Moment.of(one.at(), State.AHEAD, "Somebody opened it", "");
                    case Fact.WorkloadKept kept ->
                            Moment.of(
                                            one.at(),
                                            State.AHEAD,
                                            "Is kept until " + timeFormat.time(kept.until()),
                                            "used or not")
                                    .because(kept.because());
                    case Fact.WorkloadEntered entered ->
                            Moment.of(one.at(), State.AHEAD, "Somebody ran a command beside it", "")
                                    .because(shortened(entered.command()));
                    case Fact.WorkloadEnded ended -> ended(one.at(), ended);
                    default -> Moment.of(one.at(), State.AHEAD, "", one.fact().toString());
                };
        return Optional.of(timelineEntry);
    }

    private static Moment queued(Instant at, Fact.WorkloadQueued queued) {
        String words = queued.attempt() == 0 ? "Queued" : "Queued again";
        Moment timelineEntry =
                Moment.of(
                        at,
                        State.QUEUED,
                        words,
                        queued.attempt() == 0 ? "" : "after attempt " + queued.attempt());
        return queued.because().isEmpty() ? timelineEntry : timelineEntry.because(queued.because());
    }

    private Moment placed(int at, Fact.WorkloadPlaced placed) {
        return Moment.of(
                told.get(at).at(),
                State.STARTING,
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

    private static Moment told(Instant at, Fact.WorkloadToldToStop told, TimeFormat timeFormat) {
        boolean cancelled = told.because().startsWith("Cancelled by");
        return Moment.of(
                        at,
                        cancelled ? State.CANCELLED : State.PREEMPTING,
                        "Told to stop",
                        "by " + timeFormat.toTheSecond(told.by()))
                .because(told.because());
    }

    private static Moment ended(Instant at, Fact.WorkloadEnded ended) {
        State stateBadge =
                switch (ended.outcome()) {
                    case "succeeded" -> State.SUCCEEDED;
                    case "cancelled" -> State.CANCELLED;
                    default -> State.FAILED;
                };
        String code = ended.exitCode().map(exit -> "with exit code " + exit).orElse("");
        Moment timelineEntry = Moment.of(at, stateBadge, stateBadge.title(), code);
        return ended.because().isEmpty() ? timelineEntry : timelineEntry.because(ended.because());
    }

    // As a band.

    /** From its first moment to its end, or to now. */
    Optional<Life> life(Workload workload, TimeFormat timeFormat) {
        List<Life.Span> spans = new ArrayList<>();
        for (int i = 0; i < told.size(); i++) {
            Told one = told.get(i);
            Instant until = next(i).map(Told::at).orElse(timeFormat.now());
            span(one, until.isBefore(one.at()) ? one.at() : until).ifPresent(spans::add);
        }
        boolean begun = !told.isEmpty() && told.getFirst().fact() instanceof Fact.WorkloadSubmitted;
        return begun && whole && !spans.isEmpty()
                ? Optional.of(new Life(spans, Optional.empty(), timeFormat))
                : Optional.empty();
    }

    private static Optional<Life.Span> span(Told one, Instant until) {
        String took = Format.duration(java.time.Duration.between(one.at(), until));
        return switch (one.fact()) {
            case Fact.WorkloadSubmitted _, Fact.WorkloadQueued _ ->
                    Optional.of(span(one, until, State.QUEUED, "queued " + took, ""));
            case Fact.WorkloadPlaced placed ->
                    Optional.of(
                            span(
                                    one,
                                    until,
                                    State.STARTING,
                                    "attempt " + placed.attempt() + " started in " + took,
                                    ""));
            case Fact.WorkloadStarted started ->
                    Optional.of(
                            span(
                                    one,
                                    until,
                                    State.RUNNING,
                                    "attempt " + started.attempt() + " ran " + took,
                                    "Attempt " + started.attempt() + ", " + took));
            case Fact.WorkloadToldToStop _ ->
                    Optional.of(span(one, until, State.PREEMPTING, "stopped within " + took, ""));
            default -> Optional.empty();
        };
    }

    private static Life.Span span(
            Told one, Instant until, State stateBadge, String words, String label) {
        return new Life.Span(stateBadge, one.at(), until, words, label, "");
    }
}
