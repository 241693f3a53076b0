package slipway.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdGeneratorTest {

    private static final Instant NOON = Instant.parse("2026-09-17T12:00:00Z");

    private Instant now = NOON;
    private final IdGenerator idGenerator = new IdGenerator(() -> now, new SplittableRandom(1));

    @Test
    void an_id_is_26_letters_and_digits_that_need_no_escaping_anywhere() {
        assertThat(idGenerator.next()).matches("[0-9a-hjkmnp-tv-z]{26}");
        assertThat(idGenerator.nextWorkloadId().value()).hasSize(26);
        assertThat(idGenerator.nextRequestId()).startsWith("req-").hasSize(30);
    }

    @Test
    void an_id_begins_with_its_millisecond() {
        now = Instant.ofEpochMilli(0);
        assertThat(idGenerator.next()).startsWith("0000000000");
        now = Instant.ofEpochMilli(33);
        assertThat(idGenerator.next()).startsWith("0000000011");
    }

    @Test
    void ids_of_one_millisecond_are_in_the_order_they_were_made() {
        var made = Stream.generate(idGenerator::next).limit(1_000).toList();

        assertThat(made).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void ids_stay_in_order_when_the_clock_jumps_back_and_catches_up() {
        var made = new ArrayList<String>();
        for (int second : List.of(0, -3_600, -3_599, -1, 0, 1, -1, 2)) {
            now = NOON.plusSeconds(second);
            made.add(idGenerator.next());
        }

        assertThat(made).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void a_millisecond_that_is_full_runs_over_into_the_next() {
        var greatest = new IdGenerator(() -> now, new AllOnes());
        var first = greatest.next();
        var second = greatest.next();

        assertThat(first).isLessThan(second);
        assertThat(second.substring(0, 10)).isGreaterThan(first.substring(0, 10));
    }

    @Test
    void the_same_clock_and_seed_give_the_same_ids() {
        var again = new IdGenerator(() -> now, new SplittableRandom(1));

        assertThat(Stream.generate(again::next).limit(10))
                .containsExactlyElementsOf(Stream.generate(idGenerator::next).limit(10).toList());
    }

    @Test
    void many_threads_get_different_ids_each_in_order() throws InterruptedException {
        InterruptibleTask<List<String>> draw =
                () -> Stream.generate(idGenerator::next).limit(2_000).toList();
        var drawn = Parallel.all(8, Collections.nCopies(8, draw));

        drawn.forEach(mine -> assertThat(mine).isSorted());
        assertThat(new HashSet<>(drawn.stream().flatMap(List::stream).toList())).hasSize(16_000);
    }

    @Test
    void a_clock_that_no_id_can_hold_is_refused() {
        now = Instant.ofEpochMilli(-1);
        assertThatThrownBy(idGenerator::next).hasMessageContaining("-1 ms");
        now = Instant.ofEpochMilli(1L << 48);
        assertThatThrownBy(idGenerator::next).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_team_or_workload_id_is_safe_as_a_folder_a_url_and_a_label() {
        assertThat(new WorkloadId("glossa-7b-sft").toString()).isEqualTo("glossa-7b-sft");
        assertThat(TeamId.parse("vision")).contains(new TeamId("vision"));
        for (String bad :
                List.of("", "-a", "a-", "A", "a/b", "..", "a b", "ä", "a\n", "a".repeat(64))) {
            assertThat(TeamId.parse(bad)).as(bad).isEmpty();
            assertThat(WorkloadId.parse(bad)).as(bad).isEmpty();
            assertThatThrownBy(() -> new TeamId(bad)).as(bad).hasMessageContaining("team's id");
            assertThatThrownBy(() -> new WorkloadId(bad))
                    .as(bad)
                    .hasMessageContaining("workload's id");
        }
    }

    @Test
    void ids_are_ordered_by_their_text() {
        assertThat(new WorkloadId("a")).isLessThan(new WorkloadId("b"));
        assertThat(new TeamId("a")).isLessThan(new TeamId("b"));
    }

    private static final class AllOnes implements RandomGenerator {

        @Override
        public long nextLong() {
            return -1;
        }
    }
}
