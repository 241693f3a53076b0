package slipway.run.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.schedule.snapshot.Placement;

/**
 * An attempt to be started.
 *
 * @param directory the attempt's, complete: the engine executes the {@code launch.sh} in it
 * @param account whose it is; empty: the server's own
 */
public record Launch(
        AttemptId id,
        Path directory,
        Placement placement,
        Limits limits,
        Optional<PosixAccount> account) {

    /** Under the server's own account. */
    public Launch(AttemptId id, Path directory, Placement placement, Limits limits) {
        this(id, directory, placement, limits, Optional.empty());
    }

    /**
     * What the attempt may take on each node.
     *
     * @param memory empty: as much as there is
     * @param cpus thousandths of processors; 0: not limited
     * @param maxDuration the lease: the engine ends the attempt after it even when nobody is there to say so
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
