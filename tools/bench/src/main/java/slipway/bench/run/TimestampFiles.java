package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Times that jobs wrote into files of a folder, in nanoseconds since 1970. */
record TimestampFiles(Path folder, Pause pause) {

    /** Between two looks. */
    interface Pause {
        void take() throws IOException, InterruptedException;
    }

    /** The one of this name, as soon as it is there. */
    Instant await(String name) throws IOException, InterruptedException {
        Path file = folder.resolve(name);
        while (!Files.exists(file) || Files.size(file) < 19) {
            pause.take();
        }
        return Instant.ofEpochSecond(0, Long.parseLong(Files.readString(file).strip()));
    }
}
