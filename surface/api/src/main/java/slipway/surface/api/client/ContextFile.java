package slipway.surface.api.client;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Document;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;

/** A context as it is written down. */
final class ContextFile {

    private static final SpecKey<URI> URL =
            SpecKey.of(
                            "url",
                            ValueType.of(
                                    "the address of a server",
                                    "^https?://",
                                    text ->
                                            ParseResult.of(
                                                    ServerContext.parseUrl(text),
                                                    text,
                                                    "the address of a server")),
                            "Where the server is.")
                    .required()
                    .example("https://slipway.example.org");
    private static final SpecKey<AccessToken> TOKEN =
            SpecKey.of(
                    "token",
                    ValueType.of("a token", "^[!-~]{1,1000}$", ContextFile::token),
                    "What lets in there.");
    private static final SpecKey<CertificateFingerprint> CERTIFICATE =
            SpecKey.of(
                    "certificate",
                    ValueType.of(
                            "a SHA-256 fingerprint",
                            "^(sha256:)?[0-9a-f]{64}$",
                            text ->
                                    ParseResult.of(
                                            CertificateFingerprint.parse(text),
                                            text,
                                            "a SHA-256 fingerprint")),
                    "The only certificate that is trusted.");
    private static final BlockSchema SHAPE = BlockSchema.of(URL, TOKEN, CERTIFICATE);

    private ContextFile() {}

    static ServerContext read(String name, Path file) {
        BlockValues blockValues =
                SHAPE.read(Document.read(file), "Correct the file, or keep the context again.");
        return new ServerContext(
                name, blockValues.get(URL), blockValues.find(TOKEN), blockValues.find(CERTIFICATE));
    }

    static String text(ServerContext serverContext) {
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
    private static ParseResult<AccessToken> token(String text) {
        Optional<AccessToken> token = AccessToken.parse(text);
        return token.isPresent()
                ? ParseResult.parsed(token.get())
                : ParseResult.rejected("not a token: one word of visible characters.");
    }
}
