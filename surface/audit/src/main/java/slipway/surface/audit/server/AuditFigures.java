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
import slipway.surface.audit.server.AuditFigure.Emphasis;

/** Makes the five figures about the state of the log. */
final class AuditFigures {

    private final AuditPageInputs inputs;
    private final Audit.State state;
    private final TimeFormat times;

    AuditFigures(AuditPageInputs inputs, TimeFormat times) {
        this.inputs = inputs;
        this.state = inputs.state();
        this.times = times;
    }

    List<AuditFigure> all() {
        return List.of(verification(), lastSeal(), consistency(), secondPlace(), today());
    }

    private AuditFigure verification() {
        String name = "Whole log";
        return state.verification()
                .map(
                        check -> {
                            String detail =
                                    times.time(check.at())
                                            + ", "
                                            + entries(check.report().entries())
                                            + " in "
                                            + Format.duration(check.took());
                            return check.report().good()
                                    ? AuditFigure.of(name, Emphasis.GOOD, "Verified", detail)
                                    : AuditFigure.of(name, Emphasis.BAD, "Altered", detail);
                        })
                .orElseGet(
                        () ->
                                AuditFigure.of(
                                        name,
                                        Emphasis.WORD,
                                        "Not checked yet",
                                        "first check after 1 min, then daily"));
    }

    private AuditFigure lastSeal() {
        return state.sealed()
                .last()
                .map(
                        last ->
                                AuditFigure.of(
                                                "Last seal",
                                                Emphasis.PLAIN,
                                                Format.count(last.number()),
                                                times.time(last.at()) + ", signed by key")
                                        .withCode(inputs.key()))
                .orElseGet(
                        () ->
                                AuditFigure.of(
                                        "Last seal",
                                        Emphasis.WORD,
                                        "None",
                                        "first seal within 5 min"));
    }

    private AuditFigure consistency() {
        String name = "Consistent with previous seal";
        Optional<SealItem> newest = inputs.seals().stream().findFirst();
        if (newest.isEmpty() || newest.get().consistency() == SealItem.Consistency.FIRST) {
            return AuditFigure.of(
                    name,
                    Emphasis.WORD,
                    newest.isEmpty() ? "No seal" : "First seal",
                    "no previous seal");
        }
        String added = entries(newest.get().added()) + " added";
        return newest.get().consistency() == SealItem.Consistency.CONSISTENT
                ? AuditFigure.of(name, Emphasis.GOOD, "Consistent", added + ", none altered")
                : AuditFigure.of(
                        name, Emphasis.BAD, "Inconsistent", added + ", or older ones altered");
    }

    private AuditFigure secondPlace() {
        return state.mirror()
                .map(this::secondPlace)
                .orElseGet(
                        () ->
                                AuditFigure.of("Second place", Emphasis.WORD, "None", "set")
                                        .withCode("audit.second_place"));
    }

    private AuditFigure secondPlace(Audit.Mirror mirror) {
        String name = "Second place";
        String folder = name(mirror.folder());
        if (mirror.problem().isPresent()) {
            return AuditFigure.of(name, Emphasis.BAD, folder, mirror.problem().get());
        }
        String seals =
                matchingSeals()
                        .map(all -> "all " + Format.count(all) + " match")
                        .orElseGet(() -> Format.count(mirror.seals(), "seal"));
        return AuditFigure.of(
                name,
                Emphasis.WORD,
                folder,
                mirror.newest().map(at -> times.time(at) + ", " + seals).orElse("no seal yet"));
    }

    /** The number of seals in the second place that the last full check compared. */
    private Optional<Long> matchingSeals() {
        return state.verification()
                .map(Audit.Verification::report)
                .filter(VerificationReport::good)
                .flatMap(VerificationReport::elsewhere)
                .map(VerificationReport.Sealing::seals);
    }

    /** The last part of a folder's path. */
    static String name(Path folder) {
        return Optional.ofNullable(folder.getFileName()).orElse(folder).toString();
    }

    private AuditFigure today() {
        AuditPageInputs.Today today = inputs.today();
        return AuditFigure.of(
                "Today",
                Emphasis.PLAIN,
                (today.complete() ? "" : "over ") + Format.count(today.entries()),
                Format.count(today.byPeople())
                        + " by people, "
                        + Format.count(today.refused())
                        + " refused");
    }

    static String entries(long count) {
        return Format.count(count, "entry", "entries");
    }

    /** The due time, or a minute from now if it has passed. */
    static Instant notPast(Instant due, TimeFormat times) {
        return due.isBefore(times.now()) ? times.now().plusSeconds(60) : due;
    }

    /** The expected time of the next seal. */
    static String nextSeal(Audit.State state, TimeFormat times) {
        return state.sealed()
                .last()
                .map(Seal::at)
                .map(at -> at.plus(Audit.SEAL_INTERVAL))
                .map(at -> notPast(at, times))
                .map(at -> "about " + times.time(at))
                .orElse("within 5 min");
    }
}
