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

/** The routes that read, follow and search logs, and that list the installed packages of an attempt. */
public final class LogRoutes {

    private static final String LOG = WorkloadRoutes.WORKLOAD + "/log";
    private static final int LONGEST_PATTERN = 500;

    /** A part of a log. */
    public record LogView(
            @ApiField(
                            value =
                                    "The text without terminal control characters; absent if there is none now.",
                            longest = 1 << 20,
                            lines = true)
                    Optional<String> text,
            @ApiField(value = "Offset of the next part.", example = "4096") long next,
            @ApiField(value = "The number of the attempt.", example = "1") long attempt,
            @ApiField(value = "The node of the gang, from 0.", example = "0") long rank,
            @ApiField(
                            value = "The name of that node; absent before it has started.",
                            example = "h100-a1")
                    Optional<String> node,
            @ApiField(
                            value = "How many nodes the attempt has; each has a separate log.",
                            example = "1")
                    long nodes,
            @ApiField("Whether the log of this attempt is complete.") boolean complete) {}

    /** The installed packages of an attempt. */
    public record EnvironmentView(
            @ApiField(
                            value =
                                    "One line each for Python, the driver and every package; absent if the spec names"
                                            + " no environment, or the attempt has not started.",
                            longest = 1 << 19,
                            lines = true)
                    Optional<String> text,
            @ApiField(value = "The number of the attempt.", example = "1") long attempt,
            @ApiField(value = "The node of the gang, from 0.", example = "0") long rank) {}

    /** A matching line. */
    public record LineView(
            @ApiField(value = "The node of the gang that printed it, from 0.", example = "0")
                    long rank,
            @ApiField(value = "The name of that node; absent if unknown.", example = "h100-a1")
                    Optional<String> node,
            @ApiField(value = "Offset of its first byte in the log of that node.", example = "4096")
                    long at,
            @ApiField(value = "The line.", longest = 1 << 18, lines = true) String text) {}

    private static final ValueType<Long> PLACE_IN_LOG =
            ValueType.of(
                    "a whole number of at least 0",
                    "^[0-9]{1,18}$",
                    text ->
                            text.matches("[0-9]{1,18}")
                                    ? ParseResult.parsed(Long.parseLong(text))
                                    : ParseResult.rejected("not a whole number of at least 0."));
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
            SpecKey.of("rank", ValueType.wholeNumber(0, 100_000), "The node of the gang.")
                    .withDefault("0");
    public static final SpecKey<Long> FROM =
            SpecKey.of("from", PLACE_IN_LOG, "The offset to begin at.").withDefault("0");
    public static final SpecKey<Integer> ONLY =
            SpecKey.of(
                            "rank",
                            ValueType.wholeNumber(0, 100_000),
                            "One node of the gang. Default: all.")
                    .example("0");
    public static final SpecKey<String> PATTERN =
            SpecKey.of("pattern", EXPRESSION, "The regular expression that a line must contain.")
                    .required()
                    .example("loss (nan|inf)");

    /** The id of an event is the offset of the next part, so a client that reconnects misses nothing. */
    public static final Route<NoBody, LogView> READ =
            Route.of(HttpMethod.GET, LOG)
                    .forSignedIn(
                            "read-log",
                            "Read a part of a log, or follow one attempt until it has ended.")
                    .answering(LogView.class)
                    .filteredBy(ATTEMPT, RANK, FROM)
                    .live();

    public static final Route<NoBody, ListPage<LineView>> SEARCH =
            Route.of(HttpMethod.GET, LOG + "/lines")
                    .forSignedIn("search-log", "Search the lines of a log.")
                    .listing(LineView.class)
                    .filteredBy(PATTERN, ATTEMPT, ONLY);

    public static final Route<NoBody, EnvironmentView> ENVIRONMENT =
            Route.of(HttpMethod.GET, WorkloadRoutes.WORKLOAD + "/environment")
                    .forSignedIn("show-environment", "List the installed packages of an attempt.")
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
