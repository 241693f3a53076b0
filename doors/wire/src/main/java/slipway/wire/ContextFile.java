package slipway.wire;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import slipway.spec.Document;
import slipway.spec.Key;
import slipway.spec.Reading;
import slipway.spec.Shape;
import slipway.spec.Type;
import slipway.spec.Values;

/** A context as it is written down. */
final class ContextFile {

    private static final Key<URI> URL =
            Key.of(
                            "url",
                            Type.of(
                                    "the address of a server",
                                    "^https?://",
                                    text ->
                                            Reading.of(
                                                    Context.parseUrl(text),
                                                    text,
                                                    "the address of a server")),
                            "Where the server is.")
                    .required()
                    .example("https://slipway.example.org");
    private static final Key<Token> TOKEN =
            Key.of(
                    "token",
                    Type.of("a token", "^[!-~]{1,1000}$", ContextFile::token),
                    "What lets in there.");
    private static final Key<Fingerprint> CERTIFICATE =
            Key.of(
                    "certificate",
                    Type.of(
                            "a SHA-256 fingerprint",
                            "^(sha256:)?[0-9a-f]{64}$",
                            text ->
                                    Reading.of(
                                            Fingerprint.parse(text),
                                            text,
                                            "a SHA-256 fingerprint")),
                    "The only certificate that is trusted.");
    private static final Shape SHAPE = Shape.of(URL, TOKEN, CERTIFICATE);

    private ContextFile() {}

    static Context read(String name, Path file) {
        Values blockValues =
                SHAPE.read(Document.read(file), "Correct the file, or keep the context again.");
        return new Context(
                name, blockValues.get(URL), blockValues.find(TOKEN), blockValues.find(CERTIFICATE));
    }

    static String text(Context serverContext) {
        var text = new StringBuilder(line("url", serverContext.url().toString()));
        serverContext
                .token()
                .ifPresent(accessToken -> text.append(line("token", accessToken.text())));
        serverContext.pin().ifPresent(pin -> text.append(line("certificate", pin.toString())));
        return text.toString();
    }

    private static String line(String key, String value) {
        return "%s: '%s'\n".formatted(key, value.replace("'", "''"));
    }

    /** What is written is not repeated: it may be a token with a slip in it. */
    private static Reading<Token> token(String text) {
        Optional<Token> token = Token.parse(text);
        return token.isPresent()
                ? Reading.understood(token.get())
                : Reading.refused("not a token: one word of visible characters.");
    }
}
