package slipway.server.browser;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A function in JavaScript that looks at a page and gives back sentences about what is wrong with it. */
record Script(String text) {

    /** From the resources; beside this class, or from the root when the name begins with a slash. */
    static Script resource(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name)) {
            byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
            return new Script(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> faults(Page page, Object argument) {
        if (page.evaluate(text, argument) instanceof List<?> sentences) {
            return sentences.stream().map(String::valueOf).toList();
        }
        throw new IllegalStateException("The script gave back no list");
    }
}
