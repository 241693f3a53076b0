package slipway.surface.api.json;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Mistake;
import slipway.base.SourceLocation;

/** What is wrong so far, and at which member the reading is. */
final class JsonMistakes {

    private static final SourceLocation BODY = SourceLocation.of("body");

    /** One wrong member of every item of a long list says the same thing over and over. */
    private static final int MOST = 100;

    private final String path;
    private final boolean strict;
    private final List<Mistake> mistakes;

    private JsonMistakes(String path, boolean strict, List<Mistake> mistakes) {
        this.path = path;
        this.strict = strict;
        this.mistakes = mistakes;
    }

    /** In a request a member that nobody knows is a slip. */
    static JsonMistakes inRequest() {
        return new JsonMistakes("", true, new ArrayList<>());
    }

    /** In an answer it is what a newer server has to say. */
    static JsonMistakes inAnswer() {
        return new JsonMistakes("", false, new ArrayList<>());
    }

    boolean isStrict() {
        return strict;
    }

    JsonMistakes inside(String member) {
        return new JsonMistakes(path.isEmpty() ? member : path + "." + member, strict, mistakes);
    }

    /** Counts from 1, as people do. */
    JsonMistakes item(int number) {
        return new JsonMistakes(path + "[" + number + "]", strict, mistakes);
    }

    void add(String text) {
        if (!isFull()) {
            mistakes.add(new Mistake(BODY, path, text));
        }
    }

    /** Whether no more mistakes are listed, so that none need to be looked for. */
    boolean isFull() {
        return mistakes.size() >= MOST;
    }

    List<Mistake> mistakes() {
        return List.copyOf(mistakes);
    }
}
