package slipway.surface.people.commands.context;

import java.net.URI;
import java.util.Locale;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.UntrustedText;
import slipway.surface.api.client.CertificateFingerprint;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;

/** Parses server addresses and fingerprints from the command line. */
final class ServerAddressInput {

    private static final ProblemCode NOT_AN_ADDRESS =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "not-an-address",
                    "The text is not a valid server address.");
    private static final ProblemCode NOT_A_FINGERPRINT =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "not-a-fingerprint",
                    "The text is not a valid certificate fingerprint.");

    private ServerAddressInput() {}

    static URI address(String text) {
        String whole = text.contains("://") ? text : "https://" + text;
        return ServerContext.parseUrl(whole)
                .orElseThrow(
                        () ->
                                new Problem(
                                        NOT_AN_ADDRESS,
                                        UntrustedText.quoted(text) + " is not a server address.",
                                        "An address has a scheme, a host and no query.",
                                        "Write it like https://slipway.example.org or http://127.0.0.1:8470."));
    }

    /** The default name of a server: the first label of its host name, or its IP address. */
    static String nameFor(URI address) {
        String host = address.getHost().toLowerCase(Locale.ROOT);
        String word = host.matches("[0-9.]+|\\[.*") ? host : host.replaceFirst("\\..*", "");
        String plain = word.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return plain.isEmpty() || plain.equals(ServerContexts.LOCAL) ? "server" : plain;
    }

    static CertificateFingerprint fingerprint(String text) {
        return CertificateFingerprint.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        NOT_A_FINGERPRINT,
                                        UntrustedText.quoted(text) + " is not a fingerprint.",
                                        "A fingerprint is the SHA-256 of a certificate: 64 hexadecimal digits.",
                                        "Copy it from the server's output at startup."));
    }
}
