package slipway.spec.workload;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.text.UntrustedText;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.spec.workload.TrainingSpec.Method;
import slipway.spec.workload.TrainingSpec.Precision;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The block {@code plan:}. */
final class PlanBlock {

    private static final int MAX_EPOCHS = 100_000;
    private static final int MAX_MODEL_LENGTH = 1_000;
    private static final BigDecimal MAX_COUNT = BigDecimal.valueOf(1_000_000_000_000_000L);
    private static final String UNITS = "kMBT";
    private static final String A_COUNT = "a number of at least 1 such as 8192, 4.2M or 15B";
    private static final Pattern COUNT =
            Pattern.compile("([0-9]{1,16}(?:\\.[0-9]{1,12})?)([kKMBT]?)");
    private static final String A_MODEL =
            "a model: a name such as llama-3-8b, or numbers such as layers=32,hidden=4096,…";
    private static final ValueType<Long> A_NUMBER =
            ValueType.numberOrText(
                    A_COUNT,
                    "^[0-9]+(\\.[0-9]+)?[kKMBT]?$",
                    text -> ParseResult.of(count(text), text, A_COUNT));

    static final SpecKey<String> MODEL =
            SpecKey.of(
                            "model",
                            ValueType.of(A_MODEL, "^\\S.*$", PlanBlock::model),
                            "Model to train: a name in the catalog, or numbers as for slipway plan train.")
                    .required()
                    .example("llama-3-8b");
    static final SpecKey<Long> TOKENS =
            SpecKey.of("tokens", A_NUMBER, "Total number of training tokens.").example("15B");
    static final SpecKey<Long> SAMPLES =
            SpecKey.of(
                            "samples",
                            A_NUMBER,
                            "Instead of tokens: number of samples, each as long as a sequence.")
                    .example("50k");
    static final SpecKey<Integer> EPOCHS =
            SpecKey.of(
                            "epochs",
                            ValueType.wholeNumber(1, MAX_EPOCHS),
                            "With samples: number of epochs. Default: 1.")
                    .example("3");
    static final SpecKey<Long> SEQ =
            SpecKey.of(
                            "seq",
                            A_NUMBER,
                            "Tokens per sequence. Default: 8192, for samples and adapters 2048, at most"
                                    + " the model's context length.")
                    .example("8192");
    static final SpecKey<Long> STEP =
            SpecKey.of(
                            "step",
                            A_NUMBER,
                            "Tokens per step. Default: 0.5M to 4M by model size; for samples and"
                                    + " adapters 64 sequences.")
                    .example("4M");
    static final SpecKey<Precision> PRECISION =
            SpecKey.of(
                            "precision",
                            ValueType.choice(Precision.class),
                            "Number format of matrix products.")
                    .withDefault("bf16");
    static final SpecKey<Method> METHOD =
            SpecKey.of(
                            "method",
                            ValueType.choice(Method.class),
                            "Trained weights: all, or low-rank adapters.")
                    .withDefault("full");
    static final BlockSchema SCHEMA =
            BlockSchema.of(MODEL, TOKENS, SAMPLES, EPOCHS, SEQ, STEP, PRECISION, METHOD);

    private PlanBlock() {}

    static TrainingSpec read(BlockValues block) {
        return new TrainingSpec(
                block.get(MODEL),
                block.find(TOKENS),
                block.find(SAMPLES),
                block.find(EPOCHS).orElse(1),
                block.find(SEQ),
                block.find(STEP),
                block.get(PRECISION),
                block.get(METHOD));
    }

    static ObjectNode json(TrainingSpec trainingSpec) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(MODEL.name(), trainingSpec.model());
        trainingSpec.tokens().ifPresent(many -> json.put(TOKENS.name(), notation(many)));
        trainingSpec.samples().ifPresent(many -> json.put(SAMPLES.name(), notation(many)));
        if (trainingSpec.epochs() != 1) {
            json.put(EPOCHS.name(), trainingSpec.epochs());
        }
        trainingSpec.seq().ifPresent(many -> json.put(SEQ.name(), notation(many)));
        trainingSpec.step().ifPresent(many -> json.put(STEP.name(), notation(many)));
        json.put(PRECISION.name(), WorkloadJson.word(trainingSpec.precision()));
        json.put(METHOD.name(), WorkloadJson.word(trainingSpec.method()));
        return json;
    }

    /** Exact, in the largest unit of which there is a whole number: {@code 15B}, {@code 8192}. */
    static String notation(long many) {
        long count = many;
        int unit = 0;
        while (count % 1_000 == 0 && unit < UNITS.length()) {
            count /= 1_000;
            unit++;
        }
        return unit == 0 ? Long.toString(count) : count + UNITS.substring(unit - 1, unit);
    }

    /**
     * The block had no schema at first and was stored without validation. Such stored specs stay readable: an
     * invalid block is ignored.
     */
    static DocumentNode withoutUnreadablePlan(DocumentNode root) {
        return withoutPlan(root, entry -> !isReadable(entry));
    }

    /** Programs of that time write an empty block instead of none. */
    static DocumentNode withoutEmptyPlan(DocumentNode root) {
        return withoutPlan(
                root,
                entry ->
                        entry.value() instanceof DocumentNode.Block(_, var keys) && keys.isEmpty());
    }

    private static DocumentNode withoutPlan(
            DocumentNode root, Predicate<DocumentNode.Entry> which) {
        if (!(root instanceof DocumentNode.Block(var sourceLocation, var entries))) {
            return root;
        }
        return new DocumentNode.Block(
                sourceLocation,
                entries.stream()
                        .filter(
                                it ->
                                        !(it.key().equals(WorkloadKeys.PLAN.name())
                                                && which.test(it)))
                        .toList());
    }

    private static boolean isReadable(DocumentNode.Entry entry) {
        MistakeCollector mistakeCollector = MistakeCollector.forWhole();
        Optional<BlockValues> values = SCHEMA.read(entry.value(), mistakeCollector);
        return mistakeCollector.mistakes().isEmpty()
                && values.isPresent()
                && amountProblem(entry.value()).isEmpty()
                && epochsProblem(entry.value()).isEmpty();
    }

    /** The mistake in the amount of data, if any. An unreadable amount counts as present. */
    static Optional<String> amountProblem(DocumentNode block) {
        return has(block, TOKENS) == has(block, SAMPLES)
                ? Optional.of("either tokens or samples must be written, for example tokens: 15B.")
                : Optional.empty();
    }

    static Optional<String> epochsProblem(DocumentNode block) {
        return has(block, EPOCHS) && !has(block, SAMPLES)
                ? Optional.of("only samples are seen several times; tokens count all that is seen.")
                : Optional.empty();
    }

    private static boolean has(DocumentNode block, SpecKey<?> specKey) {
        return block instanceof DocumentNode.Block keys && keys.entry(specKey.name()).isPresent();
    }

    private static Optional<Long> count(String text) {
        Matcher parts = COUNT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int unit = 1 + "KMBT".indexOf(parts.group(2).toUpperCase(Locale.ROOT));
        int thousands = parts.group(2).isEmpty() ? 0 : unit;
        BigDecimal count = new BigDecimal(parts.group(1)).movePointRight(3 * thousands);
        boolean fits =
                count.compareTo(BigDecimal.ONE) >= 0
                        && count.compareTo(MAX_COUNT) <= 0
                        && count.stripTrailingZeros().scale() <= 0;
        return fits ? Optional.of(count.longValueExact()) : Optional.empty();
    }

    /** The server reads the spec, and a path there is not the file that its author means. */
    private static ParseResult<String> model(String text) {
        if (text.endsWith(".json")) {
            return ParseResult.rejected(
                    UntrustedText.quoted(text)
                            + " is a file, which the server does not read. Write the model's numbers:"
                            + " layers=32,hidden=4096,heads=32,ffn=14336,vocabulary=128256,context=8192.");
        }
        boolean plain =
                !text.isBlank()
                        && text.length() <= MAX_MODEL_LENGTH
                        && text.equals(text.strip())
                        && text.chars().noneMatch(Character::isISOControl);
        return ParseResult.of(Optional.of(text).filter(_ -> plain), text, A_MODEL);
    }
}
