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

/** What people type about a server. */
final class ServerAddressInput {

    private static final ProblemCode NOT_AN_ADDRESS =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "not-an-address",
                    "What was given cannot be the address of a server.");
    private static final ProblemCode NOT_A_FINGERPRINT =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "not-a-fingerprint",
                    "What was given cannot be the fingerprint of a certificate.");

    private ServerAddressInput() {}

    static URI address(String text) {
        String whole = text.contains("://") ? text : "https://" + text;
        return ServerContext.parseUrl(whole)
                .orElseThrow(
                        () ->
                                new Problem(
                                        NOT_AN_ADDRESS,
                                        UntrustedText.quoted(text)
                                                + " is not the address of a server.",
                                        "It has a scheme and a host, and nothing after a question mark.",
                                        "Write it like https://slipway.example.org or http://127.0.0.1:8470."));
    }

    /** What a server is called unless somebody says otherwise: the first word of its host, or its number. */
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
                                        "It is the SHA-256 of a certificate: 64 hexadecimal digits.",
                                        "Copy it whole from what the server said at its start."));
    }
}
