package slipway.surface.run.commands;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Option;
import slipway.spec.workload.SpecOverrides;
import slipway.surface.api.client.LastPlan;

/** The flags that set keys of a workload spec. A flag wins over the file. */
final class SpecFlags {

    private static final String LAST = "last";

    @Option(
            names = "--gpus",
            paramLabel = "GPUS",
            description = "Accelerators per node: 2, H100:8, 'A100:4 | H100:4'.")
    private Optional<String> gpus = Optional.empty();

    @Option(names = "--nodes", paramLabel = "NUMBER", description = "Number of nodes.")
    private Optional<String> nodes = Optional.empty();

    @Option(names = "--cpus", paramLabel = "CPUS", description = "CPU cores per node: 16, 0.5.")
    private Optional<String> cpus = Optional.empty();

    @Option(names = "--memory", paramLabel = "SIZE", description = "Memory per node: 64GB.")
    private Optional<String> memory = Optional.empty();

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the workload.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--priority",
            paramLabel = "PRIORITY",
            description = "low, normal, high or critical, within its team.")
    private Optional<String> priority = Optional.empty();

    @Option(
            names = {"-e", "--env"},
            paramLabel = "NAME=VALUE",
            description = "Environment variable. Can be repeated.")
    private List<String> envs = new ArrayList<>();

    @Option(
            names = "--data",
            paramLabel = "DATASET@VERSION",
            description = "Dataset to read; NAME=DATASET@VERSION to rename it.")
    private List<String> data = new ArrayList<>();

    @Option(
            names = "--max-duration",
            paramLabel = "TIME",
            description = "Time limit of an attempt: 6h, 90m.")
    private Optional<String> maxDuration = Optional.empty();

    @Option(
            names = "--checkpoint",
            paramLabel = "TIME",
            description = "Checkpoint interval, 30m. Makes the job preemptible.")
    private Optional<String> checkpoint = Optional.empty();

    @Option(
            names = "--retry",
            paramLabel = "NUMBER",
            description = "Number of attempts if it fails.")
    private Optional<String> retry = Optional.empty();

    @Option(
            names = "--needs",
            paramLabel = "NAME,...",
            description = "Start after these have succeeded.")
    private Optional<String> needs = Optional.empty();

    @Option(
            names = "--array",
            paramLabel = "RANGE",
            description = "One job per index: 0-99, or 0-99%%10 for 10 at a time.")
    private Optional<String> array = Optional.empty();

    @Option(
            names = "--launcher",
            paramLabel = "LAUNCHER",
            description = "torchrun, accelerate, deepspeed, mpirun or none.")
    private Optional<String> launcher = Optional.empty();

    @Option(
            names = "--venv",
            paramLabel = "FOLDER",
            description = "Python virtual environment, relative to its folder.")
    private Optional<String> venv = Optional.empty();

    @Option(
            names = "--conda",
            paramLabel = "NAME",
            description = "Conda environment, by name or folder.")
    private Optional<String> conda = Optional.empty();

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "Container image, run by apptainer, enroot or podman.")
    private Optional<String> image = Optional.empty();

    @Option(
            names = "--plan",
            paramLabel = "KEY=VALUE,...",
            description = "Plan for the estimate: model=llama-3-8b,tokens=15B, or last.")
    private Optional<String> plan = Optional.empty();

    /**
     * @param variables of this process: {@code --env KEY} without a value takes the value from here
     * @param last reads the most recent plan, for {@code --plan last}
     */
    SpecOverrides overrides(Function<String, Optional<String>> variables, Supplier<LastPlan> last) {
        SpecOverrides overrides = SpecOverrides.NONE;
        if (plan.filter(LAST::equals).isPresent()) {
            LastPlan saved = last.get();
            // Other flags win over the plan: the same plan on fewer nodes, for example.
            overrides =
                    overrides
                            .with("resources.accelerators", "--plan", saved.gpus())
                            .with("nodes", "--plan", saved.nodes())
                            .plan("--plan", saved.plan());
        } else if (plan.isPresent()) {
            overrides = overrides.plan("--plan", plan.get());
        }
        for (Map.Entry<String, Flag> each : singleValues().entrySet()) {
            Optional<String> text = each.getValue().text();
            if (text.isPresent()) {
                overrides = overrides.with(each.getValue().path(), each.getKey(), text.get());
            }
        }
        if (needs.isPresent()) {
            overrides = overrides.list("needs", "--needs", needs.get());
        }
        for (String env : envs) {
            Optional<String> inherited =
                    env.contains("=") ? Optional.empty() : variables.apply(env);
            overrides =
                    overrides.env("--env", inherited.map(value -> env + "=" + value).orElse(env));
        }
        for (String dataset : data) {
            overrides = overrides.data("--data", dataset);
        }
        return overrides;
    }

    /**
     * @param path of the key in the spec
     */
    private record Flag(String path, Optional<String> text) {}

    private Map<String, Flag> singleValues() {
        Map<String, Flag> flags = new LinkedHashMap<>();
        flags.put("--gpus", new Flag("resources.accelerators", gpus));
        flags.put("--cpus", new Flag("resources.cpus", cpus));
        flags.put("--memory", new Flag("resources.memory", memory));
        flags.put("--nodes", new Flag("nodes", nodes));
        flags.put("--name", new Flag("name", name));
        flags.put("--priority", new Flag("priority", priority));
        flags.put("--max-duration", new Flag("max_duration", maxDuration));
        flags.put("--checkpoint", new Flag("checkpoint", checkpoint));
        flags.put("--retry", new Flag("retry", retry));
        flags.put("--array", new Flag("array", array));
        flags.put("--launcher", new Flag("launcher", launcher));
        flags.put("--venv", new Flag("environment.venv", venv));
        flags.put("--conda", new Flag("environment.conda", conda));
        flags.put("--image", new Flag("environment.image", image));
        return flags;
    }
}
