package slipway.server.web.audit;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Format;
import slipway.base.TimeFormat;
import slipway.guard.audit.Audit;
import slipway.guard.audit.Seal;
import slipway.guard.audit.VerificationReport;
import slipway.server.web.audit.Figure.Mood;

/** How the log stands, in five numbers. */
final class Figures {

    private final Picture auditPageInputs;
    private final Audit.State state;
    private final TimeFormat timeFormat;

    Figures(Picture auditPageInputs, TimeFormat timeFormat) {
        this.auditPageInputs = auditPageInputs;
        this.state = auditPageInputs.state();
        this.timeFormat = timeFormat;
    }

    List<Figure> all() {
        return List.of(whole(), seal(), follows(), place(), today());
    }

    private Figure whole() {
        String name = "Whole log";
        return state.check()
                .map(
                        check -> {
                            String under =
                                    timeFormat.time(check.at())
                                            + ", "
                                            + entries(check.verdict().entries())
                                            + " in "
                                            + Format.duration(check.took());
                            return check.verdict().good()
                                    ? Figure.of(name, Mood.GOOD, "Verified", under)
                                    : Figure.of(name, Mood.BAD, "Altered", under);
                        })
                .orElseGet(
                        () ->
                                Figure.of(
                                        name,
                                        Mood.WORD,
                                        "Not checked yet",
                                        "checked after a minute, then daily"));
    }

    private Figure seal() {
        return state.sealed()
                .last()
                .map(
                        last ->
                                Figure.of(
                                                "Last seal",
                                                Mood.PLAIN,
                                                Format.count(last.number()),
                                                timeFormat.time(last.at()) + ", signed by key")
                                        .with(auditPageInputs.key()))
                .orElseGet(
                        () -> Figure.of("Last seal", Mood.WORD, "None", "the first within 5 min"));
    }

    private Figure follows() {
        String name = "Follows from the one before";
        Optional<SealRow> newest = auditPageInputs.seals().stream().findFirst();
        if (newest.isEmpty() || newest.get().follows() == SealRow.Follows.FIRST) {
            return Figure.of(
                    name, Mood.WORD, newest.isEmpty() ? "None" : "The first", "none before it");
        }
        String added = entries(newest.get().added()) + " added";
        return newest.get().follows() == SealRow.Follows.CONSISTENT
                ? Figure.of(name, Mood.GOOD, "Consistent", added + ", none altered")
                : Figure.of(name, Mood.BAD, "It does not", added + ", or older ones altered");
    }

    private Figure place() {
        return state.place()
                .map(this::place)
                .orElseGet(
                        () ->
                                Figure.of("Second place", Mood.WORD, "None", "set")
                                        .with("audit.second_place"));
    }

    private Figure place(Audit.Place place) {
        String name = "Second place";
        String folder = name(place.folder());
        if (place.trouble().isPresent()) {
            return Figure.of(name, Mood.BAD, folder, place.trouble().get());
        }
        String seals =
                agreed().map(all -> "all " + Format.count(all) + " agree")
                        .orElseGet(() -> Format.count(place.seals(), "seal"));
        return Figure.of(
                name,
                Mood.WORD,
                folder,
                place.newest()
                        .map(at -> timeFormat.time(at) + ", " + seals)
                        .orElse("nothing there yet"));
    }

    /** How many seals of the second place the last full check compared. */
    private Optional<Long> agreed() {
        return state.check()
                .map(Audit.Check::verdict)
                .filter(VerificationReport::good)
                .flatMap(VerificationReport::elsewhere)
                .map(VerificationReport.Sealing::seals);
    }

    /** As people call a folder: by its last part. */
    static String name(Path folder) {
        return Optional.ofNullable(folder.getFileName()).orElse(folder).toString();
    }

    private Figure today() {
        Picture.Today today = auditPageInputs.today();
        return Figure.of(
                "Today",
                Mood.PLAIN,
                (today.whole() ? "" : "over ") + Format.count(today.entries()),
                Format.count(today.byPeople())
                        + " by people, "
                        + Format.count(today.refused())
                        + " refused");
    }

    static String entries(long count) {
        return Format.count(count, "entry", "entries");
    }

    /** What is due already is done within a minute. */
    static Instant notPast(Instant due, TimeFormat timeFormat) {
        return due.isBefore(timeFormat.now()) ? timeFormat.now().plusSeconds(60) : due;
    }

    /** When the next seal is expected. */
    static String next(Audit.State state, TimeFormat timeFormat) {
        return state.sealed()
                .last()
                .map(Seal::at)
                .map(at -> at.plus(Audit.EVERY))
                .map(at -> notPast(at, timeFormat))
                .map(at -> "about " + timeFormat.time(at))
                .orElse("within 5 min");
    }
}
