package slipway.surface.api.workload;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/** What workloads print, read, followed and searched; and what was installed around them. */
public final class LogRoutes {

    private static final String LOG = WorkloadRoutes.WORKLOAD + "/log";
    private static final int LONGEST_PATTERN = 500;

    /** A part of a log. */
    public record LogView(
            @ApiField(
                            value =
                                    "The text, without what steers a terminal; not there if there is none now.",
                            longest = 1 << 20,
                            lines = true)
                    Optional<String> text,
            @ApiField(value = "Where the next part begins.", example = "4096") long next,
            @ApiField(value = "The attempt it is of.", example = "1") long attempt,
            @ApiField(value = "The node of the gang it is of, from 0 on.", example = "0") long rank,
            @ApiField(
                            value = "The name of that node; not there before it has begun.",
                            example = "h100-a1")
                    Optional<String> node,
            @ApiField(
                            value = "The number of nodes of the attempt; each has its own log.",
                            example = "1")
                    long nodes,
            @ApiField("Whether nothing more of this attempt will come.") boolean complete) {}

    /** What was installed around an attempt. */
    public record EnvironmentView(
            @ApiField(
                            value =
                                    "A line for each thing: Python, the driver, every package; not there if the spec"
                                            + " names no environment, or the attempt has not begun.",
                            longest = 1 << 19,
                            lines = true)
                    Optional<String> text,
            @ApiField(value = "The attempt it is of.", example = "1") long attempt,
            @ApiField(value = "The node of the gang it is of, from 0 on.", example = "0")
                    long rank) {}

    /** A line that was searched for. */
    public record LineView(
            @ApiField(value = "The node of the gang that printed it, from 0 on.", example = "0")
                    long rank,
            @ApiField(
                            value = "The name of that node; not there where it is not known.",
                            example = "h100-a1")
                    Optional<String> node,
            @ApiField(value = "The place of its first byte in that node's log.", example = "4096")
                    long at,
            @ApiField(value = "The line.", longest = 1 << 18, lines = true) String text) {}

    private static final ValueType<Long> PLACE_IN_LOG =
            ValueType.of(
                    "a whole number from 0 on",
                    "^[0-9]{1,18}$",
                    text ->
                            text.matches("[0-9]{1,18}")
                                    ? ParseResult.parsed(Long.parseLong(text))
                                    : ParseResult.rejected("not a whole number from 0 on."));
    private static final ValueType<String> EXPRESSION =
            ValueType.of(
                    "a regular expression", "^.{1," + LONGEST_PATTERN + "}$", LogRoutes::pattern);

    public static final SpecKey<Integer> ATTEMPT =
            SpecKey.of(
                            "attempt",
                            ValueType.wholeNumber(1, 1_000_000),
                            "The attempt. Default: the newest.")
                    .example("1");
    public static final SpecKey<Integer> RANK =
            SpecKey.of("rank", ValueType.wholeNumber(0, 100_000), "Of which node of the gang.")
                    .withDefault("0");
    public static final SpecKey<Long> FROM =
            SpecKey.of("from", PLACE_IN_LOG, "From which byte on.").withDefault("0");
    public static final SpecKey<Integer> ONLY =
            SpecKey.of(
                            "rank",
                            ValueType.wholeNumber(0, 100_000),
                            "Only this node of the gang. Default: all.")
                    .example("0");
    public static final SpecKey<String> PATTERN =
            SpecKey.of("pattern", EXPRESSION, "What must be in a line.")
                    .required()
                    .example("loss (nan|inf)");

    /** The id of an event is where the next part begins, so a client that reconnects misses nothing. */
    public static final Route<NoBody, LogView> READ =
            Route.of(HttpMethod.GET, LOG)
                    .forSignedIn(
                            "read-log",
                            "Reads a part of a workload's log, or follows one attempt's until it has ended.")
                    .answering(LogView.class)
                    .filteredBy(ATTEMPT, RANK, FROM)
                    .live();

    public static final Route<NoBody, ListPage<LineView>> SEARCH =
            Route.of(HttpMethod.GET, LOG + "/lines")
                    .forSignedIn(
                            "search-log", "Finds the lines of a log that have something in them.")
                    .listing(LineView.class)
                    .filteredBy(PATTERN, ATTEMPT, ONLY);

    public static final Route<NoBody, EnvironmentView> ENVIRONMENT =
            Route.of(HttpMethod.GET, WorkloadRoutes.WORKLOAD + "/environment")
                    .forSignedIn(
                            "show-environment",
                            "Shows what was installed around an attempt of a workload.")
                    .answering(EnvironmentView.class)
                    .filteredBy(ATTEMPT, RANK);

    public static final List<Route<?, ?>> ALL = List.of(READ, SEARCH, ENVIRONMENT);

    private LogRoutes() {}

    private static ParseResult<String> pattern(String text) {
        if (text.isEmpty() || text.length() > LONGEST_PATTERN) {
            return ParseResult.rejected(
                    "not a regular expression of 1 to " + LONGEST_PATTERN + " characters.");
        }
        try {
            Pattern.compile(text);
            return ParseResult.parsed(text);
        } catch (PatternSyntaxException broken) {
            return ParseResult.rejected(
                    "not a regular expression: " + broken.getDescription() + ".");
        }
    }
}
