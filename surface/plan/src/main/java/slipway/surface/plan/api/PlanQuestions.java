package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import slipway.plan.request.CheckpointRequest;
import slipway.plan.request.ServingRequest;
import slipway.plan.request.TrainingRequest;
import slipway.surface.api.json.ApiField;

/** The requests for plans: the options of the commands as fields. */
public final class PlanQuestions {

    private static final String DEFAULT_MACHINES = "32";
    private static final String DEFAULT_BATCH = "64";
    private static final String DEFAULT_FRAMEWORK = "vllm";

    private PlanQuestions() {}

    private static Optional<List<String>> nonEmpty(List<String> values) {
        return Optional.of(values).filter(it -> !it.isEmpty());
    }

    /** A training and its limits. */
    public record Training(
            @ApiField(
                            value = "A name of the catalog, or numbers: layers=32,hidden=4096,…",
                            example = "llama-3-8b")
                    String model,
            @ApiField(value = "Tokens to train on.", example = "15B") String tokens,
            @ApiField("Tokens of a sequence. Default: 8192.") Optional<String> seq,
            @ApiField("Tokens of a step. Default: 0.5M to 4M by the model's size.")
                    Optional<String> step,
            @ApiField("bf16 or fp8. Default: bf16.") Optional<String> precision,
            @ApiField(value = "The deadline, from now.", example = "3d") Optional<String> deadline,
            @ApiField(value = "The budget, in dollars.", example = "4000") Optional<String> budget,
            @ApiField("Only these types, or a number of one type, for example 16xH100.")
                    Optional<List<String>> accelerators,
            @ApiField("Only these providers.") Optional<List<String>> provider,
            @ApiField("Only these regions.") Optional<List<String>> region,
            @ApiField("Only these of on-demand, spot, reserved, own.") Optional<List<String>> terms,
            @ApiField("The largest number of machines. Default: 32.")
                    Optional<String> maxMachines) {

        private static final String COMMAND = "slipway plan train";

        /** The same request, without options that have their default. */
        public static Training of(TrainingRequest trainingRequest) {
            TrainingRequest.Limits limits = trainingRequest.limits();
            return new Training(
                    trainingRequest.model(),
                    trainingRequest.tokens().orElse(""),
                    trainingRequest.batch().seq(),
                    trainingRequest.batch().step(),
                    Optional.of(trainingRequest.precision()).filter(it -> !it.equals("bf16")),
                    limits.deadline(),
                    limits.budget(),
                    nonEmpty(limits.accelerators()),
                    nonEmpty(limits.providers()),
                    nonEmpty(limits.regions()),
                    nonEmpty(limits.terms()),
                    Optional.of(limits.machines()).filter(it -> !it.equals(DEFAULT_MACHINES)));
        }

        public TrainingRequest request() {
            return new TrainingRequest(
                    COMMAND,
                    model,
                    Optional.of(tokens),
                    Optional.empty(),
                    new TrainingRequest.StatedBatch(seq, step, Optional.empty()),
                    precision.orElse("bf16"),
                    "full",
                    limits());
        }

        private TrainingRequest.Limits limits() {
            return new TrainingRequest.Limits(
                    deadline,
                    budget,
                    accelerators.orElse(List.of()),
                    provider.orElse(List.of()),
                    region.orElse(List.of()),
                    terms.orElse(List.of()),
                    maxMachines.orElse(DEFAULT_MACHINES));
        }

        /** The equivalent command. */
        public String command() {
            var line =
                    new CommandLine(COMMAND)
                            .with("--model", model)
                            .with("--tokens", tokens)
                            .with("--seq", seq)
                            .with("--step", step)
                            .with("--precision", precision);
            return limited(line, limits()).toString();
        }
    }

    private static CommandLine limited(CommandLine line, TrainingRequest.Limits limits) {
        return line.with("--deadline", limits.deadline())
                .with("--budget", limits.budget())
                .with("--accelerators", limits.accelerators())
                .with("--provider", limits.providers())
                .with("--region", limits.regions())
                .with("--terms", limits.terms())
                .with(
                        "--max-machines",
                        Optional.of(limits.machines()).filter(it -> !it.equals(DEFAULT_MACHINES)));
    }

    /** A fine-tuning and its limits. */
    public record Tuning(
            @ApiField(
                            value = "A name of the catalog, or numbers: layers=32,hidden=4096,…",
                            example = "llama-3-8b")
                    String model,
            @ApiField(value = "full, lora or qlora. Default: lora.", example = "lora")
                    Optional<String> method,
            @ApiField("Tokens to train on, over all epochs; or use samples.")
                    Optional<String> tokens,
            @ApiField(value = "The number of samples, which are packed.", example = "50k")
                    Optional<String> samples,
            @ApiField(value = "Passes over the samples. Default: 1.", example = "3")
                    Optional<String> epochs,
            @ApiField("Tokens of a sequence, and of a sample. Default: 2048.") Optional<String> seq,
            @ApiField("Sequences of a step. Default: 64.") Optional<String> batch,
            @ApiField("The deadline, from now.") Optional<String> deadline,
            @ApiField("The budget, in dollars.") Optional<String> budget,
            @ApiField("Only these types, or a number of one type, for example 8xH100.")
                    Optional<List<String>> accelerators,
            @ApiField("Only these providers.") Optional<List<String>> provider,
            @ApiField("Only these regions.") Optional<List<String>> region,
            @ApiField("Only these of on-demand, spot, reserved, own.") Optional<List<String>> terms,
            @ApiField("The largest number of machines. Default: 32.")
                    Optional<String> maxMachines) {

        private static final String COMMAND = "slipway plan finetune";

        /** The same request, without options that have their default. */
        public static Tuning of(TrainingRequest trainingRequest) {
            TrainingRequest.Limits limits = trainingRequest.limits();
            return new Tuning(
                    trainingRequest.model(),
                    Optional.of(trainingRequest.method()),
                    trainingRequest.tokens(),
                    trainingRequest.samples().map(TrainingRequest.Samples::count),
                    trainingRequest
                            .samples()
                            .map(TrainingRequest.Samples::epochs)
                            .filter(it -> !it.equals("1")),
                    trainingRequest.batch().seq(),
                    trainingRequest.batch().sequences().filter(it -> !it.equals(DEFAULT_BATCH)),
                    limits.deadline(),
                    limits.budget(),
                    nonEmpty(limits.accelerators()),
                    nonEmpty(limits.providers()),
                    nonEmpty(limits.regions()),
                    nonEmpty(limits.terms()),
                    Optional.of(limits.machines()).filter(it -> !it.equals(DEFAULT_MACHINES)));
        }

        public TrainingRequest request() {
            return new TrainingRequest(
                    COMMAND,
                    model,
                    tokens,
                    samples.map(it -> new TrainingRequest.Samples(it, epochs.orElse("1"))),
                    new TrainingRequest.StatedBatch(
                            seq, Optional.empty(), Optional.of(batch.orElse(DEFAULT_BATCH))),
                    "bf16",
                    method.orElse("lora"),
                    limits());
        }

        private TrainingRequest.Limits limits() {
            return new TrainingRequest.Limits(
                    deadline,
                    budget,
                    accelerators.orElse(List.of()),
                    provider.orElse(List.of()),
                    region.orElse(List.of()),
                    terms.orElse(List.of()),
                    maxMachines.orElse(DEFAULT_MACHINES));
        }

        /** The equivalent command. */
        public String command() {
            var line =
                    new CommandLine(COMMAND)
                            .with("--model", model)
                            .with("--method", method)
                            .with("--tokens", tokens)
                            .with("--samples", samples)
                            .with("--epochs", samples.flatMap(_ -> epochs))
                            .with("--seq", seq)
                            .with("--batch", batch);
            return limited(line, limits()).toString();
        }
    }

    /** A service: the demand, the latency goals and its limits. */
    public record Serving(
            @ApiField(
                            value = "A name of the catalog, or numbers: layers=32,hidden=4096,…",
                            example = "llama-3-8b")
                    String model,
            @ApiField(value = "The rate of requests, which arrive at random.", example = "20/s")
                    String rate,
            @ApiField(value = "Tokens of a request.", example = "1000") String input,
            @ApiField(value = "Tokens of its answer.", example = "200") String output,
            @ApiField(
                            value = "Time to the first token for 95 of 100 answers. Default: 1s.",
                            example = "500ms")
                    Optional<String> ttft,
            @ApiField(
                            value =
                                    "Time of every further token for 95 of 100 answers. Default: 50ms.",
                            example = "40ms")
                    Optional<String> tpot,
            @ApiField("vllm, sglang or trtllm, or a release of it. Default: vllm.")
                    Optional<String> framework,
            @ApiField("Only these types.") Optional<List<String>> accelerators,
            @ApiField("The format of the weights: bf16, fp8, fp4.")
                    Optional<List<String>> precision,
            @ApiField("Format of the KV cache: bf16 or fp8. Default: the framework's.")
                    Optional<String> kvCache,
            @ApiField("Accelerators of one replica. Default: the best number.")
                    Optional<String> tensor,
            @ApiField("The budget for an hour, in dollars.") Optional<String> budget,
            @ApiField("Only these providers.") Optional<List<String>> provider,
            @ApiField("Only these regions.") Optional<List<String>> region,
            @ApiField("Only these of on-demand, spot, reserved, own. Default: all but spot.")
                    Optional<List<String>> terms) {

        private static final String COMMAND = "slipway plan serve";

        /** The same request, without options that have their default. */
        public static Serving of(ServingRequest request) {
            ServingRequest.Limits limits = request.limits();
            return new Serving(
                    request.model(),
                    request.rate(),
                    request.input(),
                    request.output(),
                    request.ttft(),
                    request.tpot(),
                    Optional.of(limits.framework()).filter(it -> !it.equals(DEFAULT_FRAMEWORK)),
                    nonEmpty(limits.accelerators()),
                    nonEmpty(limits.formats().precisions()),
                    limits.formats().kvCache(),
                    limits.tp(),
                    limits.budget(),
                    nonEmpty(limits.providers()),
                    nonEmpty(limits.regions()),
                    nonEmpty(limits.terms()));
        }

        public ServingRequest request() {
            return new ServingRequest(
                    COMMAND,
                    model,
                    rate,
                    input,
                    output,
                    ttft,
                    tpot,
                    new ServingRequest.Limits(
                            framework.orElse(DEFAULT_FRAMEWORK),
                            accelerators.orElse(List.of()),
                            new ServingRequest.Formats(precision.orElse(List.of()), kvCache),
                            tensor,
                            budget,
                            provider.orElse(List.of()),
                            region.orElse(List.of()),
                            terms.orElse(List.of())));
        }

        /** The equivalent command. */
        public String command() {
            return new CommandLine(COMMAND)
                    .with("--model", model)
                    .with("--rate", rate)
                    .with("--input", input)
                    .with("--output", output)
                    .with("--ttft", ttft)
                    .with("--tpot", tpot)
                    .with("--framework", framework)
                    .with("--accelerators", accelerators.orElse(List.of()))
                    .with("--precision", precision.orElse(List.of()))
                    .with("--kv-cache", kvCache)
                    .with("--tensor", tensor)
                    .with("--budget", budget)
                    .with("--provider", provider.orElse(List.of()))
                    .with("--region", region.orElse(List.of()))
                    .with("--terms", terms.orElse(List.of()))
                    .toString();
        }
    }

    /** A run whose checkpoint interval is to be advised. */
    public record Saving(
            @ApiField(
                            value = "A name of the catalog, or numbers: layers=32,hidden=4096,…",
                            example = "llama-3-8b")
                    String model,
            @ApiField(value = "Number and type.", example = "64xH100") String accelerators,
            @ApiField("The number of machines. Default: the largest of the catalog.")
                    Optional<String> nodes,
            @ApiField("adam, adam-8bit, adam-bf16, lion, muon, sgd or adafactor. Default: adam.")
                    Optional<String> optimizer,
            @ApiField("The time of a step, for example 2.5s; the answer is then in steps.")
                    Optional<String> step,
            @ApiField("Speed for all machines, for example 5GB/s, or a tier. Default: fast enough.")
                    Optional<String> storage,
            @ApiField("Accelerators wait only until their memory is copied to host memory.")
                    Optional<Boolean> background,
            @ApiField("Whether the provider may reclaim the machines.") Optional<Boolean> spot,
            @ApiField("The time of the run without failures. Default: 7d.") Optional<String> work) {

        public CheckpointRequest request() {
            return new CheckpointRequest(
                    model,
                    accelerators,
                    nodes,
                    step,
                    new CheckpointRequest.StatedSaving(
                            optimizer.orElse("adam"), storage, background.orElse(false)),
                    spot.orElse(false),
                    work);
        }

        /** The equivalent command. */
        public String command() {
            return new CommandLine("slipway plan checkpoint")
                    .with("--model", model)
                    .with("--accelerators", accelerators)
                    .with("--nodes", nodes)
                    .with("--optimizer", optimizer)
                    .with("--step", step)
                    .with("--storage", storage)
                    .flag("--background", background.orElse(false))
                    .flag("--spot", spot.orElse(false))
                    .with("--work", work)
                    .toString();
        }
    }
}
