package slipway.surface.api.json;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Mistake;
import slipway.base.SourceLocation;

/** The mistakes found so far, and the path of the member that is being decoded. */
final class JsonMistakes {

    private static final SourceLocation BODY = SourceLocation.of("body");

    /** A limit, because a mistake in every item of a long list is always the same. */
    private static final int MOST = 100;

    private final String path;
    private final boolean strict;
    private final List<Mistake> mistakes;

    private JsonMistakes(String path, boolean strict, List<Mistake> mistakes) {
        this.path = path;
        this.strict = strict;
        this.mistakes = mistakes;
    }

    /** In a request an unknown member is a mistake. */
    static JsonMistakes inRequest() {
        return new JsonMistakes("", true, new ArrayList<>());
    }

    /** In an answer it may come from a newer server. */
    static JsonMistakes inAnswer() {
        return new JsonMistakes("", false, new ArrayList<>());
    }

    boolean isStrict() {
        return strict;
    }

    JsonMistakes inside(String member) {
        return new JsonMistakes(path.isEmpty() ? member : path + "." + member, strict, mistakes);
    }

    /** Counts from 1. */
    JsonMistakes item(int number) {
        return new JsonMistakes(path + "[" + number + "]", strict, mistakes);
    }

    void add(String text) {
        if (!isFull()) {
            mistakes.add(new Mistake(BODY, path, text));
        }
    }

    /** Whether the limit is reached, so that checks can stop. */
    boolean isFull() {
        return mistakes.size() >= MOST;
    }

    List<Mistake> mistakes() {
        return List.copyOf(mistakes);
    }
}
