package slipway.run.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import slipway.base.text.ShellQuote;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.SingleProcess;
import slipway.run.engine.DiscoveredNode.Device;
import slipway.run.engine.Launch;
import slipway.run.sandbox.BubblewrapProbe;
import slipway.run.sandbox.SandboxPolicy;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * Starts the task of a node with its devices, sandbox and limits. The {@link JobSupervisor} starts a job of one process
 * where it is available; {@code launch.sh} starts everything else.
 */
final class JobProcessLauncher {

    /** The variables that a job inherits from the server: none that could hold a secret. */
    private static final List<String> INHERITED =
            List.of("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH");

    private static final List<String> DRIVER_DEVICES =
            List.of(
                    "/dev/nvidiactl",
                    "/dev/nvidia-uvm",
                    "/dev/nvidia-uvm-tools",
                    "/dev/nvidia-modeset",
                    "/dev/nvidia-caps");

    /** First value of MASTER_PORT. No process listens there, because the job is a single process. */
    private static final int FIRST_PORT = 20_000;

    private static final int PORT_COUNT = 10_000;

    private final Optional<SandboxPolicy> sandbox;
    private final Optional<JobSupervisor> jobSupervisor;
    private final LocalNodes localNodes;
    private final SessionSpawner sessionSpawner;

    JobProcessLauncher(
            Optional<SandboxPolicy> sandbox,
            Optional<JobSupervisor> jobSupervisor,
            LocalNodes localNodes,
            SessionSpawner sessionSpawner) {
        this.sandbox = sandbox;
        this.jobSupervisor = jobSupervisor;
        this.localNodes = localNodes;
        this.sessionSpawner = sessionSpawner;
    }

    SessionSpawner.Child start(Launch launch, LocalJob.NodeTask task) throws IOException {
        AttemptDirectory directory = AttemptDirectory.of(launch);
        Optional<Path> saves = directory.externalCheckpoints();
        if (saves.isPresent()) {
            Files.createDirectories(saves.get());
        }
        Optional<SingleProcess> singleProcess =
                jobSupervisor.isPresent() ? directory.singleProcess() : Optional.empty();
        return singleProcess.isPresent()
                ? jobSupervisor
                        .orElseThrow()
                        .start(supervisedJob(launch, task, singleProcess.get()))
                : startByLaunchScript(launch, task);
    }

    private SessionSpawner.Child startByLaunchScript(Launch launch, LocalJob.NodeTask task)
            throws IOException {
        Path fragment = launch.directory().resolve("engine." + task.rank());
        Files.writeString(
                fragment,
                fragment(
                        launch,
                        task,
                        jobSupervisor.isPresent()
                                ? sandbox.map(
                                        sandboxPolicy ->
                                                sandboxPolicy.withProgram(
                                                        NativeSpawn.SANDBOX_PROGRAM))
                                : sandbox));
        Map<String, String> variables = inherited();
        variables.put("SLIPWAY_ATTEMPT", launch.id().name());
        variables.put("SLIPWAY_ENGINE", fragment.toString());
        variables.put("NODE_RANK", Integer.toString(task.rank()));
        Path script = launch.directory().resolve("launch.sh");
        Path log = launch.directory().resolve("log").resolve(Integer.toString(task.rank()));
        return jobSupervisor.isPresent()
                ? jobSupervisor.get().start(script, variables, log)
                : sessionSpawner.start(script, variables, log);
    }

    private static Map<String, String> inherited() {
        var variables = new TreeMap<String, String>();
        for (String name : INHERITED) {
            String value = System.getenv(name);
            if (value != null) {
                variables.put(name, value);
            }
        }
        return variables;
    }

    private JobSupervisor.SupervisedJob supervisedJob(
            Launch launch, LocalJob.NodeTask task, SingleProcess job) {
        NodeAllocation allocation = launch.placement().seats().getFirst();
        List<Device> devices = localNodes.devices(allocation);
        Map<String, String> variables = inherited();
        variables.putAll(job.variables());
        variables.putAll(singleNodeVariables(launch));
        variables.putAll(variables(launch, allocation, devices));
        variables.put("SLIPWAY_DEVICES", variables.get("CUDA_VISIBLE_DEVICES"));
        variables.put("PWD", job.directory().toString());
        Path shell =
                BubblewrapProbe.program(variables.getOrDefault("PATH", ""), SingleProcess.SHELL)
                        .orElse(Path.of("/bin/sh"));
        variables.put("SHELL", shell.getFileName().toString());
        var command = new ArrayList<>(job.command());
        if (command.getFirst().equals(SingleProcess.SHELL)) {
            command.set(0, shell.toString());
        }
        String temporary = launch.directory().resolve("tmp").toString();
        return new JobSupervisor.SupervisedJob(
                launch.directory(),
                allocation.node(),
                task.cgroup().map(Cgroup::procsFile),
                sandbox.orElseThrow().arguments(access(launch, allocation, devices, temporary)),
                new SingleProcess(command, Map.of(), job.directory()),
                variables);
    }

    /** The variables that launch.sh sets for a job of one process. */
    private static Map<String, String> singleNodeVariables(Launch launch) {
        int port = FIRST_PORT + Math.floorMod(launch.id().hashCode(), PORT_COUNT);
        return Map.ofEntries(
                Map.entry("NODE_RANK", "0"),
                Map.entry("NNODES", "1"),
                Map.entry("SLIPWAY_NODE", "0"),
                Map.entry("RANK", "0"),
                Map.entry("LOCAL_RANK", "0"),
                Map.entry("WORLD_SIZE", "1"),
                Map.entry("LOCAL_WORLD_SIZE", "1"),
                Map.entry("MASTER_ADDR", "127.0.0.1"),
                Map.entry("MASTER_PORT", Integer.toString(port)));
    }

    /** Shell lines that define {@code inside}, which executes a command in a sandbox equal to that of the task. */
    String sandboxScript(Launch launch, LocalJob.NodeTask task) {
        return fragment(launch, task, sandbox);
    }

    /** The file that launch.sh reads; it defines {@code inside}, which executes the job. */
    private String fragment(
            Launch launch, LocalJob.NodeTask task, Optional<SandboxPolicy> sandboxPolicy) {
        NodeAllocation allocation = launch.placement().seats().get(task.rank());
        List<Device> devices = localNodes.devices(allocation);
        var text =
                new StringBuilder("# Written by the local engine: devices, cgroup and sandbox.\n");
        variables(launch, allocation, devices)
                .forEach(
                        (name, value) ->
                                text.append(
                                        "export %s=%s\n".formatted(name, ShellQuote.of(value))));
        text.append("inside() {\n");
        task.cgroup()
                .ifPresent(
                        group ->
                                text.append(
                                        "    echo 0 > %s\n"
                                                .formatted(
                                                        ShellQuote.of(
                                                                group.procsFile().toString()))));
        return text.append(execLines(launch, allocation, devices, sandboxPolicy))
                .append("}\n")
                .toString();
    }

    private static Map<String, String> variables(
            Launch launch, NodeAllocation allocation, List<Device> devices) {
        var variables = new TreeMap<String, String>();
        variables.put("SLIPWAY_ENGINE_NAME", "local");
        variables.put("SLIPWAY_NODE_NAME", allocation.node());
        variables.put("SLIPWAY_ADDRESS", "127.0.0.1");
        // By UUID, because index numbers change where other GPUs are invisible.
        variables.put(
                "CUDA_VISIBLE_DEVICES",
                devices.stream().map(Device::uuid).collect(Collectors.joining(",")));
        variables.put("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        if (launch.limits().cpus() > 0) {
            variables.put(
                    "OMP_NUM_THREADS",
                    Integer.toString(Math.max(1, launch.limits().cpus() / 1_000)));
        }
        if (allocation.thousandths() < Node.Devices.WHOLE && !devices.isEmpty()) {
            variables.put(
                    "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE",
                    Integer.toString(Math.max(1, allocation.thousandths() / 10)));
            long mebibytes =
                    devices.getFirst().memory().count()
                            / (1L << 20)
                            * allocation.thousandths()
                            / 1_000;
            variables.put("CUDA_MPS_PINNED_DEVICE_MEM_LIMIT", "0=" + mebibytes + "M");
        }
        return variables;
    }

    /** The last lines of {@code inside}, which execute the job. */
    private String execLines(
            Launch launch,
            NodeAllocation allocation,
            List<Device> devices,
            Optional<SandboxPolicy> sandboxPolicy) {
        if (sandboxPolicy.isEmpty()) {
            return "    give_back\n    exec setsid \"$@\"\n";
        }
        String temporary = ShellQuote.of(launch.directory().resolve("tmp").toString());
        return sandboxPolicy.get().script(access(launch, allocation, devices, temporary));
    }

    private SandboxPolicy.JobAccess access(
            Launch launch, NodeAllocation allocation, List<Device> devices, String temporary) {
        var files = new ArrayList<String>();
        if (!devices.isEmpty()) {
            files.addAll(DRIVER_DEVICES);
            files.addAll(localNodes.deviceFiles(devices));
        }
        AttemptDirectory directory = AttemptDirectory.of(launch);
        return new SandboxPolicy.JobAccess(
                launch.directory(),
                temporary,
                directory.externalPaths(),
                directory.earlierCheckpoints(),
                files,
                launch.limits().network(),
                allocation.thousandths() < Node.Devices.WHOLE);
    }
}
