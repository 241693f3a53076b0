package slipway.spec.workload;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import slipway.base.text.UntrustedText;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Notation;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.spec.workload.RetryPolicy.Action;
import slipway.spec.workload.RetryPolicy.Hung;
import slipway.spec.workload.RetryPolicy.Rule;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The block {@code retry:}. */
final class RetryBlock {

    private static final int MAX_RULES = 50;
    private static final int MAX_PATTERN_LENGTH = 500;
    private static final String A_PATTERN = "a regular expression of at most 500 characters";

    static final SpecKey<Integer> ATTEMPTS =
            SpecKey.of(
                            "attempts",
                            ValueType.wholeNumber(1, 1_000),
                            "So many attempts may fail. Those that were preempted or lost do not count: after that it"
                                    + " always starts again.")
                    .withDefault("1");
    static final SpecKey<Duration> BACKOFF =
            SpecKey.of(
                            "backoff",
                            ValueType.duration(),
                            "The pause before the second attempt; it doubles each time.")
                    .withDefault("10s");
    static final SpecKey<Duration> MAX_BACKOFF =
            SpecKey.of("max_backoff", ValueType.duration(), "The pause grows no longer than this.")
                    .withDefault("1h");
    static final SpecKey<List<Integer>> EXIT_CODES =
            SpecKey.of(
                            "exit_codes",
                            ValueType.oneOrMore(ValueType.wholeNumber(1, 255), 255),
                            "Only after these exit codes it is tried again. Left out, after any but 0.")
                    .example("75");
    static final SpecKey<String> PATTERN =
            SpecKey.of(
                            "pattern",
                            ValueType.of(A_PATTERN, "^[^\\n]*\\S[^\\n]*$", RetryBlock::pattern),
                            "A regular expression that is looked for in each line of the log.")
                    .required()
                    .example("CUDA error: uncorrectable ECC");
    static final SpecKey<Action> DO =
            SpecKey.of(
                            "do",
                            ValueType.choice(Action.class),
                            "What follows from such a line: no further attempt on that node, or no further attempt"
                                    + " at all.")
                    .required()
                    .example("exclude-node");
    static final BlockSchema RULE = BlockSchema.of(PATTERN, DO);
    static final SpecKey<List<BlockValues>> RULES =
            SpecKey.of(
                    "rules",
                    ValueType.listOf(RULE, MAX_RULES),
                    "What a line of the log tells about the failure.");
    static final SpecKey<Hung> HUNG =
            SpecKey.of(
                            "hung",
                            ValueType.choice(Hung.class),
                            "What happens when it said how far it is and then gets no further: it is told, or the"
                                    + " attempt is stopped and has failed.")
                    .withDefault("warn");
    static final BlockSchema SCHEMA =
            BlockSchema.of(ATTEMPTS, BACKOFF, MAX_BACKOFF, EXIT_CODES, RULES, HUNG);

    private RetryBlock() {}

    static RetryPolicy read(BlockValues block) {
        Set<Integer> codes = new TreeSet<>(block.find(EXIT_CODES).orElse(List.of()));
        List<Rule> rules =
                block.find(RULES).orElse(List.of()).stream()
                        .map(rule -> new Rule(rule.get(PATTERN), rule.get(DO)))
                        .toList();
        return new RetryPolicy(
                block.get(ATTEMPTS),
                block.get(BACKOFF),
                block.get(MAX_BACKOFF),
                codes,
                rules,
                block.get(HUNG));
    }

    static ObjectNode json(RetryPolicy retryPolicy) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(ATTEMPTS.name(), retryPolicy.attempts());
        json.put(BACKOFF.name(), Notation.duration(retryPolicy.backoff()));
        json.put(MAX_BACKOFF.name(), Notation.duration(retryPolicy.maxBackoff()));
        retryPolicy.exitCodes().forEach(json.withArray(EXIT_CODES.name())::add);
        for (Rule rule : retryPolicy.rules()) {
            json.withArray(RULES.name())
                    .addObject()
                    .put(PATTERN.name(), rule.pattern())
                    .put(DO.name(), WorkloadJson.word(rule.action()));
        }
        if (retryPolicy.hung() != Hung.WARN) {
            json.put(HUNG.name(), WorkloadJson.word(retryPolicy.hung()));
        }
        return json;
    }

    private static ParseResult<String> pattern(String text) {
        if (text.isBlank() || text.indexOf('\n') >= 0 || text.length() > MAX_PATTERN_LENGTH) {
            return ParseResult.rejected(UntrustedText.quoted(text) + " is not " + A_PATTERN + ".");
        }
        try {
            Pattern.compile(text);
            return ParseResult.parsed(text);
        } catch (PatternSyntaxException broken) {
            return ParseResult.rejected(
                    UntrustedText.quoted(text)
                            + " is not a regular expression: "
                            + UntrustedText.escaped(broken.getDescription(), 80)
                            + ".");
        }
    }
}
