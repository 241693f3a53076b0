package slipway.server.browser;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A JavaScript function that inspects a page and returns its faults as sentences. */
record PageScript(String text) {

    /** Reads a resource, relative to this class or, with a leading slash, to the root. */
    static PageScript resource(String name) {
        try (InputStream in = PageScript.class.getResourceAsStream(name)) {
            byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
            return new PageScript(new String(bytes, StandardCharsets.UTF_8));
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
