package slipway.surface.api;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.spec.BlockValues;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.json.ListPage;

/**
 * Cursor pagination of lists. A cursor names the last item seen, not a position, so that no item is skipped or repeated
 * when items are added or removed between two pages. Cursors are opaque to clients: their content may change.
 */
public final class CursorPaging {

    public static final ProblemCode BAD_CURSOR =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "bad-cursor",
                    400,
                    "The cursor was not issued by this server.");

    public static final SpecKey<Integer> LIMIT =
            SpecKey.of("limit", ValueType.wholeNumber(1, 1_000), "The maximum number of items.")
                    .withDefault("100");
    public static final SpecKey<String> AFTER =
            SpecKey.of(
                    "after",
                    ValueType.of("a cursor", "^[A-Za-z0-9_-]{1,400}$", CursorPaging::parseCursor),
                    "The cursor from next of the previous page.");

    private static final String VERSION_PREFIX = "1:";
    private static final int MAX_LENGTH = 400;

    private CursorPaging() {}

    private static ParseResult<String> parseCursor(String text) {
        return text.length() <= MAX_LENGTH && text.matches("[A-Za-z0-9_-]+")
                ? ParseResult.parsed(text)
                : ParseResult.rejected("not a cursor; copy it unchanged from next.");
    }

    public static String cursor(String lastSeen) {
        String cursor =
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(
                                (VERSION_PREFIX + lastSeen).getBytes(StandardCharsets.UTF_8));
        if (lastSeen.isEmpty() || cursor.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("No cursor can hold '" + lastSeen + "'");
        }
        return cursor;
    }

    /** The last item seen, if the query has a cursor. */
    public static Optional<String> lastSeen(BlockValues query) {
        return query.find(AFTER).map(CursorPaging::decode);
    }

    public static String decode(String cursor) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(cursor);
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            if (text.startsWith(VERSION_PREFIX) && text.length() > VERSION_PREFIX.length()) {
                return text.substring(VERSION_PREFIX.length());
            }
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw badCursor().causedBy(e);
        }
        throw badCursor();
    }

    private static Problem badCursor() {
        return new Problem(
                BAD_CURSOR,
                "The cursor is not valid.",
                "'after' is not a cursor of this server.",
                "Copy the cursor unchanged from 'next' of the previous page, or omit it for the first page.");
    }

    /**
     * The page that a query requests.
     *
     * @param found the items after the last one seen, in order; if there are more than the limit, at least one more
     */
    public static <T> ListPage<T> page(BlockValues query, List<T> found, Function<T, String> key) {
        int limit = query.get(LIMIT);
        if (found.size() <= limit) {
            return new ListPage<>(found, Optional.empty());
        }
        List<T> items = found.subList(0, limit);
        return new ListPage<>(items, Optional.of(cursor(key.apply(items.getLast()))));
    }
}
