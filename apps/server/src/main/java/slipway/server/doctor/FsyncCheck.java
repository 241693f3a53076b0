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

/** The latency of fdatasync, which every change waits for. */
final class FsyncCheck implements DoctorCheck {

    private static final int SAMPLES = 20;
    private static final Duration SLOW = Duration.ofMillis(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

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
    public List<CheckResult> run(DoctorContext context) {
        Path data = context.config().data();
        if (!context.onSqlite() || !Files.isDirectory(data)) {
            return List.of();
        }
        try {
            return List.of(result(measure(data)));
        } catch (IOException notWritable) {
            return List.of(); // reported by the data directory check
        }
    }

    private List<Duration> measure(Path data) throws IOException {
        var latencies = new ArrayList<Duration>();
        try (WriteProbe writeProbe = WriteProbe.in(data)) {
            writeProbe.write(); // the first write also makes the file itself durable
            long began = nanos.getAsLong();
            long now = began;
            while (latencies.size() < SAMPLES && now - began < TIMEOUT.toNanos()) {
                writeProbe.write();
                long after = nanos.getAsLong();
                latencies.add(Duration.ofNanos(after - now));
                now = after;
            }
        }
        Collections.sort(latencies);
        return latencies;
    }

    private CheckResult result(List<Duration> sorted) {
        Duration median = sorted.get(sorted.size() / 2);
        String text = Format.duration(median) + " median";
        return median.compareTo(SLOW) <= 0
                ? ok("fdatasync " + text)
                : warn(
                        text + "; every change waits at least that long",
                        "put the data on a local SSD with --data DIR, or use PostgreSQL with database.url");
    }
}
