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

/** What can be said of a workload on the command line. It wins over what its file says. */
final class SpecFlags {

    private static final String LAST = "last";

    @Option(
            names = "--gpus",
            paramLabel = "GPUS",
            description =
                    "Accelerators of each node: 2, H100, H100:8, H100:0.5, or 'A100:4 | H100:4'.")
    private Optional<String> gpus = Optional.empty();

    @Option(names = "--nodes", paramLabel = "NUMBER", description = "How many nodes together.")
    private Optional<String> nodes = Optional.empty();

    @Option(
            names = "--cpus",
            paramLabel = "CPUS",
            description = "Processors of each node: 16, 0.5.")
    private Optional<String> cpus = Optional.empty();

    @Option(names = "--memory", paramLabel = "SIZE", description = "Memory of each node: 64GB.")
    private Optional<String> memory = Optional.empty();

    @Option(names = "--name", paramLabel = "NAME", description = "What to call it.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--priority",
            paramLabel = "PRIORITY",
            description = "low, normal, high or critical: within its team.")
    private Optional<String> priority = Optional.empty();

    @Option(
            names = {"-e", "--env"},
            paramLabel = "NAME=VALUE",
            description = "A variable for it. May be given several times.")
    private List<String> envs = new ArrayList<>();

    @Option(
            names = "--data",
            paramLabel = "DATASET@VERSION",
            description = "Data that it reads; NAME=DATASET@VERSION under another name.")
    private List<String> data = new ArrayList<>();

    @Option(
            names = "--max-duration",
            paramLabel = "TIME",
            description = "An attempt is stopped after this: 6h, 90m.")
    private Optional<String> maxDuration = Optional.empty();

    @Option(
            names = "--checkpoint",
            paramLabel = "TIME",
            description = "It saves its state so often, and can give way: 30m.")
    private Optional<String> checkpoint = Optional.empty();

    @Option(
            names = "--retry",
            paramLabel = "NUMBER",
            description = "How often it is tried, if it fails.")
    private Optional<String> retry = Optional.empty();

    @Option(
            names = "--needs",
            paramLabel = "NAME,...",
            description = "Starts after these have succeeded.")
    private Optional<String> needs = Optional.empty();

    @Option(
            names = "--array",
            paramLabel = "RANGE",
            description = "Runs once for each index: 0-99, or 0-99%%10 for ten at a time.")
    private Optional<String> array = Optional.empty();

    @Option(
            names = "--launcher",
            paramLabel = "LAUNCHER",
            description = "torchrun, accelerate, deepspeed, mpirun or none.")
    private Optional<String> launcher = Optional.empty();

    @Option(
            names = "--venv",
            paramLabel = "FOLDER",
            description = "A Python virtual environment for it, seen from where it runs.")
    private Optional<String> venv = Optional.empty();

    @Option(
            names = "--conda",
            paramLabel = "NAME",
            description = "A conda environment for it, by name or folder.")
    private Optional<String> conda = Optional.empty();

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "An image for it, run by apptainer, enroot or podman.")
    private Optional<String> image = Optional.empty();

    @Option(
            names = "--plan",
            paramLabel = "KEY=VALUE,...",
            description =
                    "What it trains, for its time and cost: model=llama-3-8b,tokens=15B; or last, for the last of"
                            + " slipway plan.")
    private Optional<String> plan = Optional.empty();

    /**
     * @param variables of this process: {@code --env KEY} without a value takes the one it has here
     * @param last the plan that was made last, for who asks for it
     */
    SpecOverrides flags(Function<String, Optional<String>> variables, Supplier<LastPlan> last) {
        SpecOverrides specOverrides = SpecOverrides.NONE;
        if (plan.filter(LAST::equals).isPresent()) {
            LastPlan kept = last.get();
            // What is said beside it wins: the same plan on fewer nodes.
            specOverrides =
                    specOverrides
                            .with("resources.accelerators", "--plan", kept.gpus())
                            .with("nodes", "--plan", kept.nodes())
                            .plan("--plan", kept.plan());
        } else if (plan.isPresent()) {
            specOverrides = specOverrides.plan("--plan", plan.get());
        }
        for (Map.Entry<String, Flag> each : plain().entrySet()) {
            Optional<String> text = each.getValue().text();
            if (text.isPresent()) {
                specOverrides =
                        specOverrides.with(each.getValue().path(), each.getKey(), text.get());
            }
        }
        if (needs.isPresent()) {
            specOverrides = specOverrides.list("needs", "--needs", needs.get());
        }
        for (String env : envs) {
            Optional<String> here = env.contains("=") ? Optional.empty() : variables.apply(env);
            specOverrides =
                    specOverrides.env("--env", here.map(value -> env + "=" + value).orElse(env));
        }
        for (String one : data) {
            specOverrides = specOverrides.data("--data", one);
        }
        return specOverrides;
    }

    /** A key of the spec, and what was typed for it. */
    private record Flag(String path, Optional<String> text) {}

    private Map<String, Flag> plain() {
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
