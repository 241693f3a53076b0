package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;

class DiskWatchTest {

    private static final Path DATA = Path.of("/data");
    private static final Path ATTEMPTS = Path.of("/data/attempts");

    private final Map<Path, DiskSpace> disks =
            new HashMap<>(Map.of(DATA, of(DATA, 50, 100), ATTEMPTS, of(ATTEMPTS, 900, 4_000)));

    private final DiskWatch watch =
            new DiskWatch(
                    Map.of("the data", DATA, "the attempts", ATTEMPTS),
                    path -> disks.getOrDefault(path, of(path, 1, 1)));

    private static DiskSpace of(Path directory, long free, long total) {
        return new DiskSpace(directory, Bytes.gigabytes(free), Bytes.gigabytes(total));
    }

    private void left(Path directory, long free, long total) {
        disks.put(directory, of(directory, free, total));
        watch.look();
    }

    @Test
    void where_there_is_room_nothing_is_said() {
        assertThat(watch.alert()).isEmpty();
    }

    @Test
    void little_room_is_said_with_what_to_do_until_there_is_clearly_more() {
        left(DATA, 4, 100);
        assertThat(watch.alert())
                .contains(
                        "Only 4 GB of 100 GB is free on the disk that holds the data. Make room there:"
                                + " on a full disk nothing is accepted or started, and no log is kept.");
        left(DATA, 6, 100);
        assertThat(watch.alert()).isPresent();
        left(DATA, 7, 100);
        assertThat(watch.alert()).isEmpty();
    }

    @Test
    void the_disk_of_the_attempts_is_looked_at_too() {
        left(ATTEMPTS, 1, 4_000);
        assertThat(watch.alert().orElseThrow()).contains("holds the attempts");
    }

    @Test
    void little_is_a_part_of_a_small_disk_and_a_few_gigabytes_of_a_large_one() {
        assertThat(of(DATA, 2, 20).low()).isFalse();
        assertThat(new DiskSpace(DATA, Bytes.megabytes(1), Bytes.megabytes(24)).low()).isTrue();
        assertThat(of(DATA, 6, 20_000).low()).isFalse();
        assertThat(of(DATA, 4, 20_000).low()).isTrue();
        assertThat(of(DATA, 4, 20_000).spent()).isFalse();
        assertThat(of(DATA, 0, 20_000).spent()).isTrue();
    }
}
