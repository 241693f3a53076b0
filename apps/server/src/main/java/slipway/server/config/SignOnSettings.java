package slipway.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.signon.ClientSecret;
import slipway.signon.GroupMapping;
import slipway.signon.OidcProvider;

/**
 * Single sign-on as it was set up.
 *
 * @param provider without its secret, which is not read before it is needed
 * @param groups which groups of the provider mean which roles here
 */
public record SignOnSettings(
        OidcProvider provider, Optional<Path> clientSecretFile, GroupMapping groups) {

    static final ProblemCode NO_CLIENT_SECRET =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-client-secret",
                    "The file with the client's secret for single sign-on cannot be read or is empty.");

    /** The provider with its secret, read now. */
    public OidcProvider providerWithSecret() {
        return clientSecretFile
                .map(SignOnSettings::secret)
                .map(provider::withSecret)
                .orElse(provider);
    }

    private static ClientSecret secret(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .findFirst()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .map(ClientSecret::new)
                    .orElseThrow(() -> trouble(file, "Its first line is empty."));
        } catch (IOException unreadable) {
            // What was read of it is not repeated: it may be the secret.
            throw trouble(file, "This user may not read it, or it is not plain text.");
        }
    }

    private static Problem trouble(Path file, String why) {
        return new Problem(
                NO_CLIENT_SECRET,
                "The client's secret could not be read from " + file + ".",
                why,
                "Put it there as one line, or name another file as sign_on.client_secret_file.");
    }
}
