package slipway.run.local;

import java.io.IOException;
import java.time.Instant;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.UsageSample.Gpu;

/** Appends samples of one task as lines of JSON to {@code usage/<rank>}. */
final class UsageFile {

    private UsageFile() {}

    /** On a full disk only this line is lost. */
    static void append(
            AttemptDirectory directory, int rank, Instant at, ProcessSampler.Reading reading) {
        try {
            directory.addUsage(rank, line(at, reading));
        } catch (IOException e) {
            LoggerFactory.getLogger(UsageFile.class)
                    .debug("Usage of {} could not be written", directory.id(), e);
        }
    }

    static String line(Instant at, ProcessSampler.Reading reading) {
        return "{\"at\":\"%s\",\"cpu_ms\":%d,\"memory\":%d,\"storage\":%d,\"processes\":%d,\"accelerators\":[%s]}\n"
                .formatted(
                        at,
                        reading.cpu().toMillis(),
                        reading.memory().count(),
                        reading.storage(),
                        reading.processes(),
                        reading.gpus().stream()
                                .map(UsageFile::gpu)
                                .collect(Collectors.joining(",")));
    }

    private static String gpu(Gpu gpu) {
        String utilisation = gpu.utilization().map(String::valueOf).orElse("null");
        return ("{\"uuid\":\"%s\",\"utilisation\":%s,\"memory\":%d,\"watts\":%d,"
                        + "\"celsius\":%d,\"throttled\":[%s],\"xids\":%s}")
                .formatted(
                        gpu.uuid(),
                        utilisation,
                        gpu.memory().count(),
                        gpu.watts(),
                        gpu.celsius(),
                        gpu.throttled().stream()
                                .map(word -> '"' + word + '"')
                                .collect(Collectors.joining(",")),
                        gpu.xids());
    }
}
