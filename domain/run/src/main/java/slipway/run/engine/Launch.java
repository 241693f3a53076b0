package slipway.run.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.schedule.snapshot.Placement;

/**
 * An attempt to be started.
 *
 * @param directory the complete attempt directory: the engine executes the {@code launch.sh} in it
 * @param account the account it runs under; empty: the server's own
 */
public record Launch(
        AttemptId id,
        Path directory,
        Placement placement,
        Limits limits,
        Optional<PosixAccount> account) {

    /** A launch under the server's own account. */
    public Launch(AttemptId id, Path directory, Placement placement, Limits limits) {
        this(id, directory, placement, limits, Optional.empty());
    }

    /**
     * The limits of the attempt on each node.
     *
     * @param memory empty: no limit
     * @param cpus thousandths of CPUs; 0: no limit
     * @param maxDuration the lease: the engine ends the attempt after it even if no server runs
     * @param network whether it may use the network
     */
    public record Limits(
            Optional<Bytes> memory, int cpus, Optional<Duration> maxDuration, boolean network) {

        public static final Limits NONE = new Limits(Optional.empty(), 0, Optional.empty(), true);

        public Limits {
            if (cpus < 0) {
                throw new IllegalArgumentException("A number of processors cannot be negative");
            }
        }

        public Limits memory(Bytes most) {
            return new Limits(Optional.of(most), cpus, maxDuration, network);
        }

        public Limits lasting(Duration most) {
            return new Limits(memory, cpus, Optional.of(most), network);
        }

        public Limits withoutNetwork() {
            return new Limits(memory, cpus, maxDuration, false);
        }
    }
}
