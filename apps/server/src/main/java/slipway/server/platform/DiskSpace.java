package slipway.server.platform;

import java.nio.file.Path;
import slipway.base.Bytes;
import slipway.base.text.Format;

/**
 * The free space of the disk that contains a directory.
 *
 * @param total the capacity of the disk
 */
public record DiskSpace(Path directory, Bytes free, Bytes total) {

    /** The threshold on large disks: room for a checkpoint or a day of logs. */
    private static final Bytes LARGE_DISK_THRESHOLD = Bytes.gigabytes(5);

    /** The threshold on small disks is this fraction of the capacity. */
    private static final int SMALL_DISK_PART = 20;

    /** Below this fraction of the threshold the disk lasts hours at best. */
    private static final int ALMOST_FULL_PART = 10;

    public static DiskSpace under(Path directory) {
        return LocalDisk.space(directory);
    }

    /** Below 5 % of the capacity and below 5 GB. */
    public boolean low() {
        return free.count() < threshold();
    }

    /** Below a tenth of the threshold. */
    public boolean almostFull() {
        return free.count() < threshold() / ALMOST_FULL_PART;
    }

    /** Well above the threshold, so that an alert does not flap. */
    boolean recovered() {
        return free.count() >= threshold() + threshold() / 4;
    }

    private long threshold() {
        return Math.min(total.count() / SMALL_DISK_PART, LARGE_DISK_THRESHOLD.count());
    }

    String description() {
        return "Only %s of %s is free".formatted(Format.bytes(free), Format.bytes(total));
    }
}
