package slipway.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import slipway.base.Problem;
import slipway.surface.api.client.AccessToken;
import slipway.surface.api.client.CertificateFingerprint;
import slipway.surface.api.client.ServerContext;

/** Pasted texts: tokens, at the client and at the server, addresses and fingerprints. */
record TokenTarget() implements Target {

    @Override
    public String name() {
        return "tokens";
    }

    @Override
    public List<String> seeds() {
        return List.of(
                "slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c",
                TokenFixture.KNOWN,
                "https://slipway.example.org:8470/lab",
                "sha256:" + "ab".repeat(32));
    }

    @Override
    public List<String> dictionary() {
        return List.of(
                "slw_",
                "_",
                "loc",
                "adm",
                "svc",
                "ses",
                " ",
                "\n",
                "é",
                "\0",
                "http://[",
                "@",
                "%",
                "AB:CD:");
    }

    @Override
    public boolean accepts(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        boolean shown =
                AccessToken.parse(text)
                        .filter(accessToken -> accessToken.toString().contains(text))
                        .isPresent();
        if (shown && text.length() > 1) {
            throw new AssertionError("A token shows itself: " + text);
        }
        ServerContext.parseUrl(text);
        CertificateFingerprint.parse(text);
        CertificateFingerprint.ofPem(input);
        try {
            TokenFixture.authenticate(text);
            if (!text.equals(TokenFixture.KNOWN)) {
                throw new AssertionError("Let in by another token: " + text);
            }
            return true;
        } catch (Problem refused) {
            return ProblemTarget.isComplete(refused);
        }
    }
}
