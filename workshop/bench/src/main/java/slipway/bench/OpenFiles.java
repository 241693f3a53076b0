package slipway.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many files and sockets a process may have open. A Java machine takes as many as the system allows by itself. */
final class OpenFiles {

    private OpenFiles() {}

    /** Says the limit, and refuses to measure under one that is too low; nothing is raised here. */
    static void demand(Workplace place, long count) {
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof UnixOperatingSystemMXBean unix) {
            long most = unix.getMaxFileDescriptorCount();
            place.say("A process may have %,d files and sockets open; %,d are needed", most, count);
            if (most < count) {
                throw Workplace.notMeasured(
                        "There are not enough sockets to measure with.",
                        "A process may have " + most + " files open, and " + count + " are needed.",
                        "Raise the limit and try again: ulimit -n " + 2 * count);
            }
        }
    }
}
