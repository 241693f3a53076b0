package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Files in which jobs wrote times, in nanoseconds since 1970. */
record TimestampFiles(Path folder, Pause pause) {

    /** Waits between two polls. */
    interface Pause {
        void take() throws IOException, InterruptedException;
    }

    /** Waits for the time of this name. */
    Instant await(String name) throws IOException, InterruptedException {
        Path file = folder.resolve(name);
        while (!Files.exists(file) || Files.size(file) < 19) {
            pause.take();
        }
        return Instant.ofEpochSecond(0, Long.parseLong(Files.readString(file).strip()));
    }
}
