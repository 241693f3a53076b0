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
                            "Maximum number of failed attempts. Preempted and lost attempts do not count"
                                    + " and are always retried.")
                    .withDefault("1");
    static final SpecKey<Duration> BACKOFF =
            SpecKey.of(
                            "backoff",
                            ValueType.duration(),
                            "Back-off before the second attempt; it doubles each time.")
                    .withDefault("10s");
    static final SpecKey<Duration> MAX_BACKOFF =
            SpecKey.of("max_backoff", ValueType.duration(), "Maximum back-off.").withDefault("1h");
    static final SpecKey<List<Integer>> EXIT_CODES =
            SpecKey.of(
                            "exit_codes",
                            ValueType.oneOrMore(ValueType.wholeNumber(1, 255), 255),
                            "Exit codes that are retried. Default: all except 0.")
                    .example("75");
    static final SpecKey<String> PATTERN =
            SpecKey.of(
                            "pattern",
                            ValueType.of(A_PATTERN, "^[^\\n]*\\S[^\\n]*$", RetryBlock::pattern),
                            "Regular expression to find in each line of the log.")
                    .required()
                    .example("CUDA error: uncorrectable ECC");
    static final SpecKey<Action> DO =
            SpecKey.of(
                            "do",
                            ValueType.choice(Action.class),
                            "Action on such a line: exclude the node from further attempts, or stop"
                                    + " retrying.")
                    .required()
                    .example("exclude-node");
    static final BlockSchema RULE = BlockSchema.of(PATTERN, DO);
    static final SpecKey<List<BlockValues>> RULES =
            SpecKey.of(
                    "rules",
                    ValueType.listOf(RULE, MAX_RULES),
                    "Rules that classify a failure by a line of the log.");
    static final SpecKey<Hung> HUNG =
            SpecKey.of(
                            "hung",
                            ValueType.choice(Hung.class),
                            "Action when reported progress stops: warn, or stop the attempt, which then"
                                    + " counts as failed.")
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
