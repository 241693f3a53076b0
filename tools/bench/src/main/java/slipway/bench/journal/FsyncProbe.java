package slipway.bench.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import slipway.bench.kit.Samples;

/** The time of a durable write on the disk: 4 KiB appended, then fdatasync. It is the limit of every journal. */
final class FsyncProbe {

    private static final int BLOCK = 4_096;
    private static final int FEWEST = 50;

    private FsyncProbe() {}

    static Samples appends(Path folder, Duration howLong) throws IOException {
        Files.createDirectories(folder);
        Path file = Files.createTempFile(folder, "append-", ".probe");
        List<Long> nanos = new ArrayList<>();
        try (var channel =
                FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
            long end = System.nanoTime() + howLong.toNanos();
            while (System.nanoTime() < end || nanos.size() < FEWEST) {
                block.clear();
                long start = System.nanoTime();
                channel.write(block);
                channel.force(false);
                nanos.add(System.nanoTime() - start);
            }
        } finally {
            Files.deleteIfExists(file);
        }
        return Samples.of(nanos);
    }
}
