package slipway.bench.kit;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The limit of files and sockets that a process may have open. */
public final class OpenFiles {

    private OpenFiles() {}

    /** Refuses to measure if it is too low. It raises no limit: a Java machine uses as many as the system allows. */
    public static void require(BenchContext place, long count) {
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof UnixOperatingSystemMXBean unix) {
            long most = unix.getMaxFileDescriptorCount();
            place.say("A process may have %,d files and sockets open; %,d are needed", most, count);
            if (most < count) {
                throw BenchContext.notMeasured(
                        "Too few sockets are available.",
                        "A process may have " + most + " files open, and " + count + " are needed.",
                        "Raise the limit and try again: ulimit -n " + 2 * count);
            }
        }
    }
}
