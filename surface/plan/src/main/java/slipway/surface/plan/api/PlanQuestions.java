package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import slipway.plan.request.CheckpointRequest;
import slipway.plan.request.ServingRequest;
import slipway.plan.request.TrainingRequest;
import slipway.surface.api.json.ApiField;

/** What a client may ask, in the words of the command line. */
public final class PlanQuestions {

    private static final String MACHINES = "32";
    private static final String USUAL_BATCH = "64";
    private static final String FRAMEWORK = "vllm";

    private PlanQuestions() {}

    private static Optional<List<String>> some(List<String> words) {
        return Optional.of(words).filter(it -> !it.isEmpty());
    }

    /** What is to be trained, and within which bounds. */
    public record Training(
            @ApiField(
                            value = "A name of the catalog, or numbers: layers=32,hidden=4096,…",
                            example = "llama-3-8b")
                    String model,
            @ApiField(value = "Tokens to train on.", example = "15B") String tokens,
            @ApiField("Tokens of a sequence; 8192 unless said.") Optional<String> seq,
            @ApiField("Tokens of a step; 0.5M to 4M by the model's size unless said.")
                    Optional<String> step,
            @ApiField("bf16, unless said fp8.") Optional<String> precision,
            @ApiField(value = "By when, from now.", example = "3d") Optional<String> deadline,
            @ApiField(value = "The most it may cost, in dollars.", example = "4000")
                    Optional<String> budget,
            @ApiField("Only these types, or so many of one, as 16xH100.")
                    Optional<List<String>> accelerators,
            @ApiField("Only these providers.") Optional<List<String>> provider,
            @ApiField("Only these regions.") Optional<List<String>> region,
            @ApiField("Only these of on-demand, spot, reserved, own.") Optional<List<String>> terms,
            @ApiField("At most so many machines; 32 unless said.") Optional<String> maxMachines) {

        private static final String COMMAND = "slipway plan train";

        /** As it was typed. */
        public static Training of(TrainingRequest trainingRequest) {
            TrainingRequest.Limits limits = trainingRequest.limits();
            return new Training(
                    trainingRequest.model(),
                    trainingRequest.tokens().orElse(""),
                    trainingRequest.seq(),
                    trainingRequest.step(),
                    Optional.of(trainingRequest.precision()).filter(it -> !it.equals("bf16")),
                    limits.deadline(),
                    limits.budget(),
                    some(limits.accelerators()),
                    some(limits.providers()),
                    some(limits.regions()),
                    some(limits.terms()),
                    Optional.of(limits.machines()).filter(it -> !it.equals(MACHINES)));
        }

        public TrainingRequest wish() {
            return new TrainingRequest(
                    COMMAND,
                    model,
                    Optional.of(tokens),
                    Optional.empty(),
                    seq,
                    step,
                    Optional.empty(),
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
                    maxMachines.orElse(MACHINES));
        }

        /** The same in a shell. */
        public String command() {
            var line =
                    new CommandLine(COMMAND)
                            .with("--model", model)
                            .with("--tokens", tokens)
                            .with("--seq", seq)
                            .with("--step", step)
                            .with("--precision", precision);
            return bounded(line, limits()).toString();
        }
    }

    private static CommandLine bounded(CommandLine line, TrainingRequest.Limits limits) {
        return line.with("--deadline", limits.deadline())
                .with("--budget", limits.budget())
                .with("--accelerators", limits.accelerators())
                .with("--provider", limits.providers())
                .with("--region", limits.regions())
                .with("--terms", limits.terms())
                .with(
                        "--max-machines",
                        Optional.of(limits.machines()).filter(it -> !it.equals(MACHINES)));
    }

    /** What is to be tuned, and within which bounds. */
    public record Tuning(
            @ApiField(
                            value = "A name of the catalog, or numbers: layers=32,hidden=4096,…",
                            example = "llama-3-8b")
                    String model,
            @ApiField(value = "full, lora or qlora; lora unless said.", example = "lora")
                    Optional<String> method,
            @ApiField("Tokens to train on, in all epochs together; or samples instead.")
                    Optional<String> tokens,
            @ApiField(value = "So many samples, packed.", example = "50k") Optional<String> samples,
            @ApiField(value = "How often each sample is seen; 1 unless said.", example = "3")
                    Optional<String> epochs,
            @ApiField("Tokens of a sequence, and of a sample; 2048 unless said.")
                    Optional<String> seq,
            @ApiField("Sequences of a step; 64 unless said.") Optional<String> batch,
            @ApiField("By when, from now.") Optional<String> deadline,
            @ApiField("The most it may cost, in dollars.") Optional<String> budget,
            @ApiField("Only these types, or so many of one, as 8xH100.")
                    Optional<List<String>> accelerators,
            @ApiField("Only these providers.") Optional<List<String>> provider,
            @ApiField("Only these regions.") Optional<List<String>> region,
            @ApiField("Only these of on-demand, spot, reserved, own.") Optional<List<String>> terms,
            @ApiField("At most so many machines; 32 unless said.") Optional<String> maxMachines) {

        private static final String COMMAND = "slipway plan finetune";

        /** As it was typed. */
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
                    trainingRequest.seq(),
                    trainingRequest.batch().filter(it -> !it.equals(USUAL_BATCH)),
                    limits.deadline(),
                    limits.budget(),
                    some(limits.accelerators()),
                    some(limits.providers()),
                    some(limits.regions()),
                    some(limits.terms()),
                    Optional.of(limits.machines()).filter(it -> !it.equals(MACHINES)));
        }

        public TrainingRequest wish() {
            return new TrainingRequest(
                    COMMAND,
                    model,
                    tokens,
                    samples.map(it -> new TrainingRequest.Samples(it, epochs.orElse("1"))),
                    seq,
                    Optional.empty(),
                    Optional.of(batch.orElse(USUAL_BATCH)),
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
                    maxMachines.orElse(MACHINES));
        }

        /** The same in a shell. */
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
            return bounded(line, limits()).toString();
        }
    }

    /** What is to be served, how fast, and within which bounds. */
    public record Serving(
            @ApiField(
                            value = "A name of the catalog, or numbers: layers=32,hidden=4096,…",
                            example = "llama-3-8b")
                    String model,
            @ApiField(value = "Of requests, at random moments.", example = "20/s") String rate,
            @ApiField(value = "Tokens of a request.", example = "1000") String input,
            @ApiField(value = "Tokens of its answer.", example = "200") String output,
            @ApiField(
                            value = "To the first token, for 95 of 100 answers; 1s unless said.",
                            example = "500ms")
                    Optional<String> ttft,
            @ApiField(
                            value =
                                    "For every further one, for 95 of 100 answers; 50ms unless said.",
                            example = "40ms")
                    Optional<String> tpot,
            @ApiField("vllm, sglang or trtllm, or a release of it; vllm unless said.")
                    Optional<String> framework,
            @ApiField("Only these types.") Optional<List<String>> accelerators,
            @ApiField("Of weights: bf16, fp8, fp4.") Optional<List<String>> precision,
            @ApiField("So many accelerators share a replica; what is best unless said.")
                    Optional<String> tensor,
            @ApiField("The most an hour may cost, in dollars.") Optional<String> budget,
            @ApiField("Only these providers.") Optional<List<String>> provider,
            @ApiField("Only these regions.") Optional<List<String>> region,
            @ApiField("Only these of on-demand, spot, reserved, own; all but spot unless said.")
                    Optional<List<String>> terms) {

        private static final String COMMAND = "slipway plan serve";

        /** As it was typed. */
        public static Serving of(ServingRequest wish) {
            ServingRequest.Limits limits = wish.limits();
            return new Serving(
                    wish.model(),
                    wish.rate(),
                    wish.input(),
                    wish.output(),
                    wish.ttft(),
                    wish.tpot(),
                    Optional.of(limits.framework()).filter(it -> !it.equals(FRAMEWORK)),
                    some(limits.accelerators()),
                    some(limits.precisions()),
                    limits.tp(),
                    limits.budget(),
                    some(limits.providers()),
                    some(limits.regions()),
                    some(limits.terms()));
        }

        public ServingRequest wish() {
            return new ServingRequest(
                    COMMAND,
                    model,
                    rate,
                    input,
                    output,
                    ttft,
                    tpot,
                    new ServingRequest.Limits(
                            framework.orElse(FRAMEWORK),
                            accelerators.orElse(List.of()),
                            precision.orElse(List.of()),
                            tensor,
                            budget,
                            provider.orElse(List.of()),
                            region.orElse(List.of()),
                            terms.orElse(List.of())));
        }

        /** The same in a shell. */
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
                    .with("--tensor", tensor)
                    .with("--budget", budget)
                    .with("--provider", provider.orElse(List.of()))
                    .with("--region", region.orElse(List.of()))
                    .with("--terms", terms.orElse(List.of()))
                    .toString();
        }
    }

    /** How often a run should save. */
    public record Saving(
            @ApiField(
                            value = "A name of the catalog, or numbers: layers=32,hidden=4096,…",
                            example = "llama-3-8b")
                    String model,
            @ApiField(value = "How many of which.", example = "64xH100") String accelerators,
            @ApiField("In so many machines; as large ones as the catalog has unless said.")
                    Optional<String> nodes,
            @ApiField("adam, adam-8bit, adam-bf16, lion, muon, sgd or adafactor; adam unless said.")
                    Optional<String> optimizer,
            @ApiField("How long a step takes, as 2.5s: the answer is in steps then.")
                    Optional<String> step,
            @ApiField("Of all machines together, as 5GB/s, or a tier; what suffices unless said.")
                    Optional<String> storage,
            @ApiField("Accelerators wait only until their memory is copied to their machine's.")
                    Optional<Boolean> background,
            @ApiField("Whether the provider may take machines back.") Optional<Boolean> spot,
            @ApiField("What the run would take if nothing happened; 7d unless said.")
                    Optional<String> work) {

        public CheckpointRequest wish() {
            return new CheckpointRequest(
                    model,
                    accelerators,
                    nodes,
                    optimizer.orElse("adam"),
                    step,
                    storage,
                    background.orElse(false),
                    spot.orElse(false),
                    work);
        }

        /** The same in a shell. */
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
