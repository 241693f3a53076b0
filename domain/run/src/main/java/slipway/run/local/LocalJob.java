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

/** An attempt that was launched here. Many threads read it; each change writes one field of one task. */
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

    /** Records why the engine ended the attempt. The first reason stays; later ones are its consequences. */
    synchronized boolean recordEngineState(String because) {
        boolean first = engineState.isEmpty();
        if (first) {
            engineState = Optional.of(because);
        }
        return first;
    }

    /** The processes of the attempt on one node. */
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

        /** The commands of exec sessions; they belong to the job, whatever program they execute later. */
        Set<ProcessIdentity> execProcesses() {
            return execProcesses;
        }

        void assignCgroup(Cgroup group) {
            cgroup = Optional.of(group);
        }

        /** Whether the root is not a child of this server, so that its end must be detected by polling. */
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

        /** The root has ended; whether other processes are left is not known yet. */
        void markOrphaned() {
            adopted = true;
        }

        /** The end of the root was detected and is being handled. */
        void markEnding() {
            adopted = false;
        }

        void markGone() {
            gone = true;
        }
    }
}
