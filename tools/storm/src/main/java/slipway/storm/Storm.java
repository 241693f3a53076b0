package slipway.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import slipway.journal.JournalReader;
import slipway.journal.JournalStorage;
import slipway.journal.MemoryStorage;

/**
 * Runs modules through storms.
 *
 * <pre>{@code
 * StormReport report = Storm.standard().run(4711, 200);
 * report.orThrow("StormTest");
 * }</pre>
 */
public final class Storm {

    private final List<StormModule<?, ?>> modules;
    private final Function<MemoryStorage, JournalStorage> storage;
    private final UnaryOperator<JournalReader> readers;

    private Storm(
            List<StormModule<?, ?>> inhabitants,
            Function<MemoryStorage, JournalStorage> media,
            UnaryOperator<JournalReader> readers) {
        this.modules = List.copyOf(inhabitants);
        this.storage = media;
        this.readers = readers;
    }

    /** With every module that takes part. A new module is added here. */
    public static Storm standard() {
        return of(List.of(new LedgerModule(), new IdentityModule()));
    }

    public static Storm of(List<StormModule<?, ?>> inhabitants) {
        return new Storm(inhabitants, medium -> medium, journalReader -> journalReader);
    }

    /** The same on another storage: to plant a mistake that the storm must find. */
    public Storm on(Function<MemoryStorage, JournalStorage> other) {
        return new Storm(modules, other, readers);
    }

    /** The same with other readers: to plant a mistake that the storm must find. */
    public Storm withReaders(UnaryOperator<JournalReader> other) {
        return new Storm(modules, storage, other);
    }

    /** One run. A failing run is repeated to record its trace. */
    public StormReport run(long seed, int steps) {
        return run(seed, steps, UnaryOperator.identity());
    }

    /**
     * Repeats one run without other crashes: first without any, then with a crash at the first point of a write or a
     * lookup, then at the second, and so on through all points. Ends with the first run that fails.
     */
    public List<StormReport> crashEverywhere(long seed, int steps) {
        var reports = new ArrayList<StormReport>();
        reports.add(
                run(seed, steps, climate -> climate.crashingAt(FaultInjector.FaultRates.NEVER)));
        int points = reports.getFirst().tally().points;
        for (int point = 0; point < points && reports.getLast().violation().isEmpty(); point++) {
            int here = point;
            reports.add(run(seed, steps, climate -> climate.crashingAt(here)));
        }
        return List.copyOf(reports);
    }

    private StormReport run(long seed, int steps, UnaryOperator<FaultInjector.FaultRates> change) {
        StormReport stormReport = once(seed, steps, change, Optional.empty());
        return stormReport.violation().isEmpty()
                ? stormReport
                : once(seed, steps, change, Optional.of(new ArrayList<>()));
    }

    private StormReport once(
            long seed,
            int steps,
            UnaryOperator<FaultInjector.FaultRates> change,
            Optional<List<String>> story) {
        var stormRandom = new StormRandom(seed);
        var stormRun =
                new StormRun(
                        this,
                        stormRandom,
                        change.apply(FaultInjector.FaultRates.of(stormRandom)),
                        story);
        Optional<InvariantViolation> violation = Optional.empty();
        try {
            for (int step = 0; step < steps; step++) {
                stormRun.step();
            }
            stormRun.calmDown();
        } catch (InvariantViolation found) {
            violation = Optional.of(found);
        } catch (RuntimeException | MemoryStorage.Died e) {
            var thrown = new InvariantViolation("Unexpected exception: " + e);
            thrown.initCause(e);
            violation = Optional.of(thrown);
        }
        return new StormReport(seed, stormRun.tally(), violation, story.orElse(List.of()));
    }

    List<StormModule<?, ?>> modules() {
        return modules;
    }

    JournalStorage storage(MemoryStorage sound) {
        return storage.apply(sound);
    }

    JournalReader reader(JournalReader sound) {
        return readers.apply(sound);
    }
}
