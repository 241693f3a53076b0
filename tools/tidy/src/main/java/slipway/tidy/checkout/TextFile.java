package slipway.tidy.checkout;

import java.util.List;

/** A file that a person can read, whatever its language. */
public record TextFile(String path, String text) {

    public List<String> lines() {
        return text.lines().toList();
    }
}
