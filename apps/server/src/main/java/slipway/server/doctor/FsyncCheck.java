package slipway.server.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import slipway.base.text.Format;

/** How long the disk takes to keep something for good. Every answer to a change waits at least so long. */
final class FsyncCheck implements DoctorCheck {

    private static final int TIMES = 20;
    private static final Duration SLOW = Duration.ofMillis(20);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final LongSupplier nanos;

    FsyncCheck(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public String name() {
        return "fsync";
    }

    @Override
    public String title() {
        return "fdatasync";
    }

    @Override
    public List<CheckResult> look(DoctorContext doctorContext) {
        Path data = doctorContext.config().data();
        if (!doctorContext.onSqlite() || !Files.isDirectory(data)) {
            return List.of();
        }
        try {
            return List.of(told(measured(data)));
        } catch (IOException notWritable) {
            return List.of(); // the data directory's own check says so
        }
    }

    private List<Duration> measured(Path data) throws IOException {
        var took = new ArrayList<Duration>();
        try (WriteProbe writeProbe = WriteProbe.in(data)) {
            writeProbe.write(); // the first also makes the file itself durable
            long began = nanos.getAsLong();
            long now = began;
            while (took.size() < TIMES && now - began < LONGEST.toNanos()) {
                writeProbe.write();
                long after = nanos.getAsLong();
                took.add(Duration.ofNanos(after - now));
                now = after;
            }
        }
        Collections.sort(took);
        return took;
    }

    private CheckResult told(List<Duration> sorted) {
        Duration median = sorted.get(sorted.size() / 2);
        String text = Format.duration(median) + " median";
        return median.compareTo(SLOW) <= 0
                ? ok("fdatasync " + text)
                : warn(
                        text + "; every change waits at least so long",
                        "put the data on a local SSD with --data DIR, or use PostgreSQL with database.url");
    }
}
