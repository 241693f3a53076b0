package slipway.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class HubTallyTest {

    private static final int NOTES = 3;
    private static final String KIND = "note.created";

    private final HubTally member = new HubTally(2, OptionalInt.of(4));
    private final HubTally watcher = new HubTally(2, OptionalInt.empty());

    private static String event(int round, int team, int number) {
        return "{\"seq\":9,\"body\":" + new HubNote(round, team, number, -5).json() + "}";
    }

    @Test
    void a_stream_with_each_note_of_its_team_once_is_exact() {
        var _ = member.count("", "");
        assertThat(member.hasBegun()).isTrue();
        for (int number : new int[] {0, 2, 1}) {
            assertThat(member.count(KIND, event(2, 4, number)))
                    .contains(new HubNote(2, 4, number, -5));
        }
        assertThat(member.faults(NOTES)).isEqualTo(HubFaults.NONE);
        assertThat(watcher.faults(NOTES)).isEqualTo(HubFaults.NONE);
    }

    @Test
    void what_is_missing_twice_or_foreign_is_counted() {
        var _ = member.count(KIND, event(2, 4, 0));
        assertThat(member.count(KIND, event(2, 4, 0))).isEmpty();
        assertThat(member.count(KIND, event(2, 5, 1))).isEmpty();
        assertThat(member.count(KIND, event(1, 4, 1))).isEmpty();
        assertThat(member.count("role.granted", "{}")).isEmpty();
        assertThat(member.faults(NOTES)).isEqualTo(new HubFaults(2, 1, 3, 0));
        var _ = watcher.count(KIND, event(2, 4, 0));
        assertThat(watcher.faults(NOTES)).isEqualTo(new HubFaults(0, 0, 1, 0));
    }

    @Test
    void a_stream_that_the_server_ends_is_a_fault() {
        var _ = watcher.count("ready", "{\"position\":12}");
        assertThat(watcher.faults(NOTES)).isEqualTo(HubFaults.NONE);
        var _ = watcher.count("end", "{\"reason\":\"too-slow\"}");
        assertThat(watcher.faults(NOTES)).isEqualTo(new HubFaults(0, 0, 0, 1));
    }
}
