package slipway.spec;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.text.UntrustedText;

/** Collects mistakes while a document is read, with the path of the current key. */
public final class MistakeCollector {

    private final String path;
    private final boolean partial;
    private final List<Mistake> found;

    private MistakeCollector(String path, boolean part, List<Mistake> found) {
        this.path = path;
        this.partial = part;
        this.found = found;
    }

    public static MistakeCollector forWhole() {
        return new MistakeCollector("", false, new ArrayList<>());
    }

    /** For one of several merged sources: a key that is missing here may be in another. */
    public static MistakeCollector forPart() {
        return new MistakeCollector("", true, new ArrayList<>());
    }

    boolean isPartial() {
        return partial;
    }

    MistakeCollector atKey(String key) {
        return new MistakeCollector(
                path.isEmpty() ? UntrustedText.key(key) : path + "." + UntrustedText.key(key),
                partial,
                found);
    }

    /** Counts from 1. */
    MistakeCollector atItem(int number) {
        return new MistakeCollector(path + "[" + number + "]", partial, found);
    }

    void add(SourceLocation sourceLocation, String text) {
        found.add(new Mistake(sourceLocation, path, text));
    }

    public List<Mistake> mistakes() {
        return List.copyOf(found);
    }
}
