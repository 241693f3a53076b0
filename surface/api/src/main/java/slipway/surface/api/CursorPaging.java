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
                    "A cursor was not made by this server.");

    public static final SpecKey<Integer> LIMIT =
            SpecKey.of(
                            "limit",
                            ValueType.wholeNumber(1, 1_000),
                            "How many items are wanted at most.")
                    .withDefault("100");
    public static final SpecKey<String> AFTER =
            SpecKey.of(
                    "after",
                    ValueType.of("a cursor", "^[A-Za-z0-9_-]{1,400}$", CursorPaging::parseCursor),
                    "The cursor of the part before, from its next.");

    private static final String VERSION_PREFIX = "1:";
    private static final int MAX_LENGTH = 400;

    private CursorPaging() {}

    private static ParseResult<String> parseCursor(String text) {
        return text.length() <= MAX_LENGTH && text.matches("[A-Za-z0-9_-]+")
                ? ParseResult.parsed(text)
                : ParseResult.rejected("not a cursor; take it from next, as it is.");
    }

    public static String cursor(String lastSeen) {
        String cursor =
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(
                                (VERSION_PREFIX + lastSeen).getBytes(StandardCharsets.UTF_8));
        if (lastSeen.isEmpty() || cursor.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("No list goes on after '" + lastSeen + "'");
        }
        return cursor;
    }

    /** What was seen last, where the query says so. */
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
                "The list cannot go on from there.",
                "'after' is not a cursor of this server.",
                "Take the cursor from 'next' of the part before, as it is, or leave it out to begin.");
    }

    /**
     * The part that a query asks for.
     *
     * @param found items after the last one seen, in order, at least one more than the limit where there are more
     */
    public static <T> ListPage<T> page(BlockValues query, List<T> found, Function<T, String> key) {
        int limit = query.get(LIMIT);
        if (found.size() <= limit) {
            return new ListPage<>(found, Optional.empty());
        }
        List<T> part = found.subList(0, limit);
        return new ListPage<>(part, Optional.of(cursor(key.apply(part.getLast()))));
    }
}
