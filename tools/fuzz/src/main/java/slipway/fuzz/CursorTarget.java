package slipway.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import slipway.base.Problem;
import slipway.surface.api.CursorPaging;

/** The cursor of a list. */
record CursorTarget() implements Target {

    private static final int LONGEST = 400;

    @Override
    public String name() {
        return "cursors";
    }

    @Override
    public List<String> seeds() {
        return List.of(
                CursorPaging.cursor("mira"),
                CursorPaging.cursor("184221"),
                CursorPaging.cursor("日本"));
    }

    @Override
    public List<String> dictionary() {
        return List.of("MTo", "=", "-", "_", "AAAA", "____", "MTr_", " ");
    }

    @Override
    public boolean accepts(byte[] input) {
        String text = new String(input, StandardCharsets.ISO_8859_1);
        try {
            String meaning = CursorPaging.decode(text);
            if (text.length() < LONGEST
                    && !CursorPaging.decode(CursorPaging.cursor(meaning)).equals(meaning)) {
                throw new AssertionError("Another place: " + meaning);
            }
            return true;
        } catch (Problem refused) {
            return ProblemTarget.isComplete(refused);
        }
    }
}
