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

    private void measure(Path directory, long free, long total) {
        disks.put(directory, of(directory, free, total));
        watch.check();
    }

    @Test
    void enough_space_raises_no_alert() {
        assertThat(watch.alert()).isEmpty();
    }

    @Test
    void low_space_raises_an_alert_until_clearly_recovered() {
        measure(DATA, 4, 100);
        assertThat(watch.alert())
                .contains(
                        "Only 4 GB of 100 GB is free on the disk that holds the data. Free disk space:"
                                + " on a full disk nothing is accepted or started, and logs are lost.");
        measure(DATA, 6, 100);
        assertThat(watch.alert()).isPresent();
        measure(DATA, 7, 100);
        assertThat(watch.alert()).isEmpty();
    }

    @Test
    void the_disk_of_the_attempts_is_monitored_too() {
        measure(ATTEMPTS, 1, 4_000);
        assertThat(watch.alert().orElseThrow()).contains("holds the attempts");
    }

    @Test
    void the_low_threshold_is_relative_on_small_disks_and_absolute_on_large_ones() {
        assertThat(of(DATA, 2, 20).low()).isFalse();
        assertThat(new DiskSpace(DATA, Bytes.megabytes(1), Bytes.megabytes(24)).low()).isTrue();
        assertThat(of(DATA, 6, 20_000).low()).isFalse();
        assertThat(of(DATA, 4, 20_000).low()).isTrue();
        assertThat(of(DATA, 4, 20_000).almostFull()).isFalse();
        assertThat(of(DATA, 0, 20_000).almostFull()).isTrue();
    }
}
