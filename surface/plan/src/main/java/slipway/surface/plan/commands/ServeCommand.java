package slipway.surface.plan.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.request.ServingRequest;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway plan serve}. */
@Command(
        name = "serve",
        description =
                "Plans serving a model at a request rate: accelerators, replicas, latency and cost.",
        footer = {
            "",
            "Works without a server. Unmeasured types are planned only if you name them, and spot machines only with",
            "--terms spot, because requests cannot wait until a reclaimed machine is replaced.",
            "",
            "Examples",
            "  slipway plan serve --model llama-3-8b --rate 20/s --input 1000 --output 200 --ttft 500ms --tpot 40ms",
            "  slipway plan serve --model llama-3-70b --rate 5/s --input 2k --output 500 --accelerators H100 --why",
            "  slipway plan serve --model gpt-oss-120b --rate 300/min --input 1000 --output 300 --budget 20",
            "  slipway plan serve --model ./config.json --rate 1/s --input 8k --output 1k --precision fp8 --tensor 4"
        })
final class ServeCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "A name, a config.json, or numbers: layers=32,hidden=4096,…")
    private String model = "";

    @Option(
            names = "--rate",
            required = true,
            paramLabel = "RATE",
            description = "Rate of requests: 20/s, 300/min or 5000/h.")
    private String rate = "";

    @Option(
            names = "--input",
            required = true,
            paramLabel = "N",
            description = "Tokens of a request.")
    private String input = "";

    @Option(
            names = "--output",
            required = true,
            paramLabel = "N",
            description = "Tokens of its answer.")
    private String output = "";

    @Option(
            names = "--ttft",
            paramLabel = "TIME",
            description = "To the first token, with queueing, for 95 of 100 answers. Default: 1s.")
    private Optional<String> ttft = Optional.empty();

    @Option(
            names = "--tpot",
            paramLabel = "TIME",
            description = "For every further token, for 95 of 100 answers. Default: 50ms.")
    private Optional<String> tpot = Optional.empty();

    @Mixin private ServingBounds bounds = new ServingBounds();

    @Mixin private PlanOutput planOutput = new PlanOutput();

    ServeCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        planOutput.show(
                commandEnvironment,
                new ServingRequest(
                        "slipway plan serve",
                        model,
                        rate,
                        input,
                        output,
                        ttft,
                        tpot,
                        bounds.limits()));
    }
}
