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

/** Reads and writes the file of a context. */
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
                            "The address of the server.")
                    .required()
                    .example("https://slipway.example.org");
    private static final SpecKey<AccessToken> TOKEN =
            SpecKey.of(
                    "token",
                    ValueType.of("a token", "^[!-~]{1,1000}$", ContextFile::token),
                    "The access token.");
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
                    "The only trusted certificate.");
    private static final BlockSchema SCHEMA = BlockSchema.of(URL, TOKEN, CERTIFICATE);

    private ContextFile() {}

    static ServerContext read(String name, Path file) {
        BlockValues values =
                SCHEMA.read(Document.read(file), "Correct the file, or save the context again.");
        return new ServerContext(
                name, values.get(URL), values.find(TOKEN), values.find(CERTIFICATE));
    }

    static String text(ServerContext context) {
        var text = new StringBuilder(line("url", context.url().toString()));
        context.token().ifPresent(token -> text.append(line("token", token.text())));
        context.pin().ifPresent(pin -> text.append(line("certificate", pin.toString())));
        return text.toString();
    }

    private static String line(String key, String value) {
        return "%s: '%s'\n".formatted(key, value.replace("'", "''"));
    }

    /** The invalid text is not repeated, because it may be a mistyped token. */
    private static ParseResult<AccessToken> token(String text) {
        Optional<AccessToken> token = AccessToken.parse(text);
        return token.isPresent()
                ? ParseResult.parsed(token.get())
                : ParseResult.rejected("not a token: one word of visible characters.");
    }
}
