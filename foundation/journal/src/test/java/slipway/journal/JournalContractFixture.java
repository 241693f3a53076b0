package slipway.journal;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.table.JournalJson;
import slipway.testkit.MovingClock;

/** A journal on the storage under test, with its clock, its restart and its readers. */
@SuppressWarnings("NullAway.Init") // the journal is opened before each test
abstract class JournalContractFixture {

    public static final Actor ANA = new Actor("ana", "test", "r1");
    static final EnumSet<JournalStream> BOTH = EnumSet.allOf(JournalStream.class);

    final MovingClock wall = MovingClock.at("2026-09-17T14:20:00Z");
    Journal journal;
    ObservedLoops loops;

    /** Opens what was there before, or something empty the first time. */
    protected abstract JournalStorage storage();

    @BeforeEach
    void start() {
        journal = opened();
    }

    @AfterEach
    void stop() {
        journal.close();
    }

    private Journal opened() {
        loops = new ObservedLoops();
        return Journal.open(storage(), loops, new Journal.Times(wall, wall::nanos));
    }

    void restart() {
        journal.close();
        journal = opened();
    }

    static EventDraft note(String text) {
        return EventDraft.of(new Fact.NoteWritten(text), ANA, "note");
    }

    List<String> notes() {
        return journal.events(BOTH, 0, 10_000).stream()
                .flatMap(event -> event.fact().stream())
                .map(JournalContractFixture::text)
                .toList();
    }

    static String text(Fact fact) {
        return fact instanceof Fact.NoteWritten(var text) ? text : fact.toString();
    }

    static EventDraft tick(String body) {
        return new EventDraft(
                JournalStream.TICKS,
                "tick",
                1,
                ANA,
                Optional.empty(),
                "gpu",
                JournalJson.write(body));
    }

    void awaitReader(String name) throws InterruptedException {
        loops.await(
                () ->
                        journal.readers().stream()
                                .noneMatch(r -> r.name().equals(name) && r.behind() > 0));
    }
}
