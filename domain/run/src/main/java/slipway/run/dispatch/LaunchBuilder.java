package slipway.run.dispatch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.SecretSource;
import slipway.run.attempt.SlurmEnvironment;
import slipway.run.checkpoint.CheckpointScanner;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Launch;
import slipway.run.lifecycle.RunProblems;
import slipway.run.lifecycle.Workload;
import slipway.run.workspace.WorkspaceSockets;
import slipway.spec.workload.CheckpointSpec;
import slipway.spec.workload.Program;
import slipway.spec.workload.ResourceSpec;

/** Builds what an engine launches: the attempt with its script, variables and inputs, and its limits. */
final class LaunchBuilder {

    private final Path attempts;
    private final SecretSource secretSource;
    private final CheckpointScanner checkpointScanner;

    LaunchBuilder(Path attempts, SecretSource secretSource) {
        this.attempts = attempts;
        this.secretSource = secretSource;
        this.checkpointScanner = new CheckpointScanner(attempts);
    }

    Attempt attempt(Workload workload) {
        workload.storedSpec()
                .error()
                .ifPresent(
                        error -> {
                            throw RunProblems.unreadableSpec(workload, error);
                        });
        Program program = workload.spec().execution().program();
        var script =
                new Attempt.Script(
                        program.setup(),
                        program.run(),
                        Attempt.Launcher.valueOf(program.launcher().name()),
                        signal(workload),
                        program.workdir().map(Path::of),
                        program.context(),
                        slurm(workload));
        AttemptId id = workload.attempt();
        Optional<String> resume =
                id.number() == 1 || workload.spec().pilot().isPresent()
                        ? Optional.empty()
                        : checkpointScanner
                                .newest(workload, id.number() - 1)
                                .map(found -> found.path().toString());
        return new Attempt(
                id,
                id.number(),
                workload.storedSpec().json(),
                script,
                env(workload, AttemptDirectory.at(attempts, id).path()),
                workload.state().currentPlacement().orElseThrow(),
                new Attempt.Inputs(
                        resume, checkpointDirectory(workload), Map.of(), secrets(workload)));
    }

    /**
     * The Slurm variables, only for a script that was written for Slurm: libraries take them as a sign that Slurm
     * started the process.
     */
    private static Map<String, String> slurm(Workload workload) {
        Optional<SlurmEnvironment> job =
                workload.spec()
                        .execution()
                        .program()
                        .context()
                        .slurm()
                        .map(
                                asked ->
                                        new SlurmEnvironment(
                                                workload.attempt(),
                                                workload.name(),
                                                workload.team(),
                                                workload.state().currentPlacement().orElseThrow(),
                                                asked));
        Optional<Map<String, String>> ofMember =
                job.flatMap(
                        it ->
                                workload.member()
                                        .map(
                                                member ->
                                                        it.variables(
                                                                member.array(),
                                                                member.index(),
                                                                workload.spec()
                                                                        .scheduling()
                                                                        .array()
                                                                        .orElseThrow())));
        return ofMember.or(() -> job.map(SlurmEnvironment::variables)).orElse(Map.of());
    }

    private Optional<Path> checkpointDirectory(Workload workload) {
        AttemptDirectory own = AttemptDirectory.at(attempts, workload.attempt());
        return CheckpointScanner.namedDirectory(workload, own)
                .filter(folder -> !folder.startsWith(own.path()));
    }

    /** The current values of the secrets; a secret that was removed meanwhile prevents the start. */
    private Map<String, String> secrets(Workload workload) {
        Map<String, String> values = new HashMap<>();
        for (String name : workload.spec().execution().program().secrets()) {
            String value =
                    secretSource
                            .of(workload.team(), name)
                            .orElseThrow(() -> RunProblems.noSecret(workload.team(), name));
            secretSource.delivered(
                    new SecretSource.Delivery(
                            workload.team(),
                            name,
                            workload.header().owner(),
                            workload.attempt().name(),
                            value.getBytes(StandardCharsets.UTF_8).length));
            values.put(name, value);
        }
        return values;
    }

    private static Optional<String> signal(Workload workload) {
        return workload.spec()
                .execution()
                .checkpoint()
                .map(CheckpointSpec::signal)
                .filter(signal -> signal != CheckpointSpec.Signal.NONE)
                .map(CheckpointSpec.Signal::name);
    }

    private static Map<String, String> env(Workload workload, Path directory) {
        Map<String, String> env = new HashMap<>();
        env.put("PYTHONUNBUFFERED", "1"); // otherwise Python buffers its output until it ends
        var execution = workload.spec().execution();
        execution
                .program()
                .envs()
                .forEach((name, value) -> value.ifPresent(known -> env.put(name, known)));
        env.put("SLIPWAY_NAME", workload.name());
        env.put("SLIPWAY_TEAM", workload.team().value());
        execution
                .workspace()
                .map(_ -> WorkspaceSockets.of(directory).toString())
                .ifPresent(socket -> env.put("SLIPWAY_SOCKET", socket));
        workload.spec()
                .pilot()
                .ifPresent(it -> env.put("SLIPWAY_PILOT", Integer.toString(it.steps())));
        workload.member()
                .ifPresent(
                        member -> {
                            env.put("SLIPWAY_ARRAY", member.array().value());
                            env.put("SLIPWAY_ARRAY_INDEX", Integer.toString(member.index()));
                        });
        return env;
    }

    static Launch.Limits limits(Workload workload) {
        ResourceSpec resourceSpec = workload.spec().resources();
        return new Launch.Limits(
                resourceSpec.memory().map(ResourceSpec.Memory::bytes),
                resourceSpec.cpus().map(ResourceSpec.Cpus::thousandths).orElse(0),
                workload.spec().scheduling().times().maxDuration(),
                workload.spec().execution().program().network());
    }
}
