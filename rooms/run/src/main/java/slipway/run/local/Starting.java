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
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.Found.Device;
import slipway.run.engine.Launch;
import slipway.run.sandbox.Sandbox;
import slipway.run.sandbox.Shell;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Placement.Seat;

/** Starts the {@code launch.sh} of one part, with what this machine adds to it: devices, sandbox, limits. */
final class Starting {

    /** What a job inherits of the server's own variables: nothing that could hold a secret. */
    private static final List<String> INHERITED =
            List.of("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH");

    private static final List<String> DRIVER =
            List.of(
                    "/dev/nvidiactl",
                    "/dev/nvidia-uvm",
                    "/dev/nvidia-uvm-tools",
                    "/dev/nvidia-modeset",
                    "/dev/nvidia-caps");

    private final Optional<Sandbox> sandbox;
    private final Machine machine;
    private final Spawning spawning;

    Starting(Optional<Sandbox> sandbox, Machine machine, Spawning spawning) {
        this.sandbox = sandbox;
        this.machine = machine;
        this.spawning = spawning;
    }

    Spawning.Child start(Launch launch, Job.Part part) throws IOException {
        Optional<Path> saves = AttemptDirectory.of(launch).saves();
        if (saves.isPresent()) {
            Files.createDirectories(saves.get());
        }
        Path fragment = launch.directory().resolve("engine." + part.rank());
        Files.writeString(fragment, fragment(launch, part));
        var variables = new TreeMap<>(System.getenv());
        variables.keySet().retainAll(INHERITED);
        variables.put("SLIPWAY_ATTEMPT", launch.id().name());
        variables.put("SLIPWAY_ENGINE", fragment.toString());
        variables.put("NODE_RANK", Integer.toString(part.rank()));
        return spawning.start(
                launch.directory().resolve("launch.sh"),
                variables,
                launch.directory().resolve("log").resolve(Integer.toString(part.rank())));
    }

    private String fragment(Launch launch, Job.Part part) {
        Seat seat = launch.placement().seats().get(part.rank());
        List<Device> devices = machine.devices(seat);
        var text = new StringBuilder("# What this machine adds.\n");
        variables(launch, seat, devices)
                .forEach(
                        (name, value) ->
                                text.append("export %s=%s\n".formatted(name, Shell.quoted(value))));
        if (spawning.givesPipe()) {
            text.append("piped() { true; }\n");
        }
        text.append("inside() {\n");
        part.cgroup()
                .ifPresent(
                        group ->
                                text.append(
                                        "    echo 0 > %s\n"
                                                .formatted(Shell.quoted(group.door().toString()))));
        return text.append(becoming(launch, seat, devices)).append("}\n").toString();
    }

    private static Map<String, String> variables(Launch launch, Seat seat, List<Device> devices) {
        var variables = new TreeMap<String, String>();
        variables.put("SLIPWAY_ENGINE_NAME", "local");
        variables.put("SLIPWAY_NODE_NAME", seat.node());
        variables.put("SLIPWAY_ADDRESS", "127.0.0.1");
        // By UUID, because numbers mean something else where other cards cannot be seen.
        variables.put(
                "CUDA_VISIBLE_DEVICES",
                devices.stream().map(Device::uuid).collect(Collectors.joining(",")));
        variables.put("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        if (launch.limits().cpus() > 0) {
            variables.put(
                    "OMP_NUM_THREADS",
                    Integer.toString(Math.max(1, launch.limits().cpus() / 1_000)));
        }
        if (seat.thousandths() < Node.Devices.WHOLE && !devices.isEmpty()) {
            variables.put(
                    "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE",
                    Integer.toString(Math.max(1, seat.thousandths() / 10)));
            long mebibytes =
                    devices.getFirst().memory().count() / (1L << 20) * seat.thousandths() / 1_000;
            variables.put("CUDA_MPS_PINNED_DEVICE_MEM_LIMIT", "0=" + mebibytes + "M");
        }
        return variables;
    }

    /** The lines that become the job. */
    private String becoming(Launch launch, Seat seat, List<Device> devices) {
        if (sandbox.isEmpty()) {
            return "    give_back\n    exec setsid \"$@\"\n";
        }
        var files = new ArrayList<String>();
        if (!devices.isEmpty()) {
            files.addAll(DRIVER);
            files.addAll(machine.deviceFiles(devices));
        }
        AttemptDirectory directory = AttemptDirectory.of(launch);
        return sandbox.get()
                .script(
                        new Sandbox.Inside(
                                launch.directory(),
                                Shell.quoted(launch.directory().resolve("tmp").toString()),
                                directory.places(),
                                directory.earlier(),
                                files,
                                launch.limits().network(),
                                seat.thousandths() < Node.Devices.WHOLE));
    }
}
