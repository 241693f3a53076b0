package slipway.server.platform;

import java.nio.file.Path;
import slipway.base.Bytes;
import slipway.base.text.Format;

/**
 * How much is left on the disk under a directory.
 *
 * @param total as large as the disk is
 */
public record DiskSpace(Path directory, Bytes free, Bytes total) {

    /** On a large disk: a checkpoint or a day of logs still fits in so much. */
    private static final Bytes ENOUGH = Bytes.gigabytes(5);

    /** On a small one it is this part of it: 5 GB would be more than some machines ever have. */
    private static final int PART = 20;

    /** Below this part of what is little, hours are left at best. */
    private static final int SPENT = 10;

    public static DiskSpace under(Path directory) {
        return LocalDisk.space(directory);
    }

    /** Little is left: below 5 % of it, and below 5 GB. */
    public boolean low() {
        return free.count() < little();
    }

    /** As good as nothing is left. */
    public boolean spent() {
        return free.count() < little() / SPENT;
    }

    /** Clearly more than little is left, so that whoever was told of it can be told that it is over. */
    boolean recovered() {
        return free.count() >= little() + little() / 4;
    }

    private long little() {
        return Math.min(total.count() / PART, ENOUGH.count());
    }

    String words() {
        return "Only %s of %s is free".formatted(Format.bytes(free), Format.bytes(total));
    }
}
