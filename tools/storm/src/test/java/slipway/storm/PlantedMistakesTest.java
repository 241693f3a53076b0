package slipway.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import slipway.journal.Event;
import slipway.journal.FaultyStorage;
import slipway.journal.JournalReader;
import slipway.journal.JournalStream;
import slipway.journal.table.RowChange;

/** A storm without findings proves something only if it finds planted mistakes. */
class PlantedMistakesTest {

    private static final int SEEDS = 300;

    @TestFactory
    List<DynamicTest> a_medium_with_a_mistake_is_found() {
        return Arrays.stream(FaultyStorage.Flaw.values())
                .map(flaw -> DynamicTest.dynamicTest(flaw.name(), () -> isFound(flaw)))
                .toList();
    }

    private static void isFound(FaultyStorage.Flaw flaw) {
        long seeds = found(Storm.standard().on(medium -> new FaultyStorage(medium, flaw)));
        System.out.printf("storm: %s is found by %d of %d seeds%n", flaw, seeds, SEEDS);
        assertThat(seeds).isGreaterThanOrEqualTo(3);
    }

    @Test
    void a_reader_that_moves_on_before_it_has_applied_is_found() {
        assertThat(found(Storm.standard().withReaders(Hasty::new))).isGreaterThan(SEEDS / 10);
    }

    @Test
    void a_violation_is_reported_with_its_last_steps_and_one_command() {
        Storm storm = Storm.standard().withReaders(Hasty::new);
        StormReport stormReport =
                LongStream.rangeClosed(1, SEEDS)
                        .mapToObj(seed -> storm.run(seed, 200))
                        .filter(one -> one.violation().isPresent())
                        .findFirst()
                        .orElseThrow();
        assertThat(stormReport.trace("StormTest"))
                .contains("goes to server", "replay   ./slipway test --only StormTest --seed ");
    }

    private static long found(Storm storm) {
        return LongStream.rangeClosed(1, SEEDS)
                .filter(seed -> storm.run(seed, 200).violation().isPresent())
                .count();
    }

    /** Reports events as applied that it only remembers, and applies them with the next batch. */
    private static final class Hasty implements JournalReader {

        private final JournalReader sound;
        private List<Event> remembered = List.of();

        Hasty(JournalReader sound) {
            this.sound = sound;
        }

        @Override
        public String name() {
            return sound.name();
        }

        @Override
        public Set<JournalStream> streams() {
            return sound.streams();
        }

        @Override
        public List<RowChange> apply(List<Event> events) throws Exception {
            List<RowChange> rows = remembered.isEmpty() ? List.of() : sound.apply(remembered);
            remembered = events;
            return rows;
        }
    }
}
