package slipway.run.local;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;

/** An attempt that was launched here. Many threads look at it; each change is one field of one part. */
final class LocalJob {

    final Launch launch;
    final Instant since;
    final AttemptDirectory directory;
    final List<NodeTask> tasks;

    private volatile Optional<String> engineState = Optional.empty();

    LocalJob(LocalLaunchRecords.Entry entry) {
        this.launch = entry.launch();
        this.since = entry.since();
        this.directory = AttemptDirectory.of(launch);
        var tasks = new ArrayList<NodeTask>();
        for (int rank = 0; rank < launch.placement().nodes(); rank++) {
            tasks.add(new NodeTask(new ProcessTree.Owner(launch.id(), rank)));
        }
        this.tasks = List.copyOf(tasks);
    }

    AttemptId id() {
        return launch.id();
    }

    boolean gone() {
        return tasks.stream().allMatch(NodeTask::gone);
    }

    LiveAttempt live() {
        return new LiveAttempt(
                id(), gone() ? LiveAttempt.Phase.GONE : LiveAttempt.Phase.RUNNING, engineState);
    }

    /** The first word stays: what comes after it is its consequence. */
    synchronized boolean recordEngineState(String because) {
        boolean first = engineState.isEmpty();
        if (first) {
            engineState = Optional.of(because);
        }
        return first;
    }

    /** What runs of it on one node. */
    static final class NodeTask {

        final ProcessTree.Owner owner;
        private volatile Optional<ProcessIdentity> root = Optional.empty();
        private volatile Optional<Cgroup> cgroup = Optional.empty();
        private final Set<ProcessIdentity> execProcesses = ConcurrentHashMap.newKeySet();
        private volatile boolean adopted;
        private volatile boolean gone;

        NodeTask(ProcessTree.Owner owner) {
            this.owner = owner;
        }

        int rank() {
            return owner.rank();
        }

        Optional<ProcessIdentity> root() {
            return root;
        }

        Optional<Cgroup> cgroup() {
            return cgroup;
        }

        boolean gone() {
            return gone;
        }

        /** Commands beside the job: they belong to it, whatever they have become since they were started. */
        Set<ProcessIdentity> execProcesses() {
            return execProcesses;
        }

        void assignCgroup(Cgroup group) {
            cgroup = Optional.of(group);
        }

        /** Somebody else's child, or nobody's: its end has to be looked for. */
        boolean adopted() {
            return adopted;
        }

        void recordRoot(ProcessIdentity process) {
            root = Optional.of(process);
        }

        void adopt(ProcessIdentity process) {
            root = Optional.of(process);
            adopted = true;
        }

        /** There is no launch.sh of it any more; whether something else is left is not known yet. */
        void markOrphaned() {
            adopted = true;
        }

        /** Its end was seen and is being dealt with. */
        void markEnding() {
            adopted = false;
        }

        void markGone() {
            gone = true;
        }
    }
}
