package slipway.surface.audit.server;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.audit.Audit;
import slipway.audit.Seal;
import slipway.audit.VerificationReport;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.audit.server.AuditFigure.Mood;

/** How the log stands, in five numbers. */
final class AuditFigures {

    private final AuditPageInputs auditPageInputs;
    private final Audit.State state;
    private final TimeFormat timeFormat;

    AuditFigures(AuditPageInputs auditPageInputs, TimeFormat timeFormat) {
        this.auditPageInputs = auditPageInputs;
        this.state = auditPageInputs.state();
        this.timeFormat = timeFormat;
    }

    List<AuditFigure> all() {
        return List.of(whole(), seal(), follows(), place(), today());
    }

    private AuditFigure whole() {
        String name = "Whole log";
        return state.verification()
                .map(
                        check -> {
                            String under =
                                    timeFormat.time(check.at())
                                            + ", "
                                            + entries(check.report().entries())
                                            + " in "
                                            + Format.duration(check.took());
                            return check.report().good()
                                    ? AuditFigure.of(name, Mood.GOOD, "Verified", under)
                                    : AuditFigure.of(name, Mood.BAD, "Altered", under);
                        })
                .orElseGet(
                        () ->
                                AuditFigure.of(
                                        name,
                                        Mood.WORD,
                                        "Not checked yet",
                                        "checked after a minute, then daily"));
    }

    private AuditFigure seal() {
        return state.sealed()
                .last()
                .map(
                        last ->
                                AuditFigure.of(
                                                "Last seal",
                                                Mood.PLAIN,
                                                Format.count(last.number()),
                                                timeFormat.time(last.at()) + ", signed by key")
                                        .with(auditPageInputs.key()))
                .orElseGet(
                        () ->
                                AuditFigure.of(
                                        "Last seal", Mood.WORD, "None", "the first within 5 min"));
    }

    private AuditFigure follows() {
        String name = "Follows from the one before";
        Optional<SealItem> newest = auditPageInputs.seals().stream().findFirst();
        if (newest.isEmpty() || newest.get().follows() == SealItem.Follows.FIRST) {
            return AuditFigure.of(
                    name, Mood.WORD, newest.isEmpty() ? "None" : "The first", "none before it");
        }
        String added = entries(newest.get().added()) + " added";
        return newest.get().follows() == SealItem.Follows.CONSISTENT
                ? AuditFigure.of(name, Mood.GOOD, "Consistent", added + ", none altered")
                : AuditFigure.of(name, Mood.BAD, "It does not", added + ", or older ones altered");
    }

    private AuditFigure place() {
        return state.mirror()
                .map(this::place)
                .orElseGet(
                        () ->
                                AuditFigure.of("Second place", Mood.WORD, "None", "set")
                                        .with("audit.second_place"));
    }

    private AuditFigure place(Audit.Mirror place) {
        String name = "Second place";
        String folder = name(place.folder());
        if (place.problem().isPresent()) {
            return AuditFigure.of(name, Mood.BAD, folder, place.problem().get());
        }
        String seals =
                agreed().map(all -> "all " + Format.count(all) + " agree")
                        .orElseGet(() -> Format.count(place.seals(), "seal"));
        return AuditFigure.of(
                name,
                Mood.WORD,
                folder,
                place.newest()
                        .map(at -> timeFormat.time(at) + ", " + seals)
                        .orElse("nothing there yet"));
    }

    /** How many seals of the second place the last full check compared. */
    private Optional<Long> agreed() {
        return state.verification()
                .map(Audit.Verification::report)
                .filter(VerificationReport::good)
                .flatMap(VerificationReport::elsewhere)
                .map(VerificationReport.Sealing::seals);
    }

    /** As people call a folder: by its last part. */
    static String name(Path folder) {
        return Optional.ofNullable(folder.getFileName()).orElse(folder).toString();
    }

    private AuditFigure today() {
        AuditPageInputs.Today today = auditPageInputs.today();
        return AuditFigure.of(
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
                .map(at -> at.plus(Audit.SEAL_INTERVAL))
                .map(at -> notPast(at, timeFormat))
                .map(at -> "about " + timeFormat.time(at))
                .orElse("within 5 min");
    }
}
