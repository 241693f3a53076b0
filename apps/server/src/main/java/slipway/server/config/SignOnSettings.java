package slipway.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.signon.ClientSecret;
import slipway.signon.GroupMapping;
import slipway.signon.OidcProvider;

/**
 * The configuration of single sign-on.
 *
 * @param provider without its secret, which is read when it is needed
 * @param groups the roles of the groups of the provider
 * @param renewWithin how long the roles from groups hold without another sign-in
 */
public record SignOnSettings(
        OidcProvider provider,
        Optional<Path> clientSecretFile,
        GroupMapping groups,
        Duration renewWithin) {

    static final Duration MIN_RENEWAL = Duration.ofMinutes(5);
    static final Duration MAX_RENEWAL = Duration.ofDays(90);

    static final ProblemCode NO_CLIENT_SECRET =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-client-secret",
                    "The file with the client secret of single sign-on cannot be read or is empty.");

    static boolean isRenewal(Duration time) {
        return time.compareTo(MIN_RENEWAL) >= 0 && time.compareTo(MAX_RENEWAL) <= 0;
    }

    /** The provider with its secret, read from the file now. */
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
                    .orElseThrow(() -> problem(file, "Its first line is empty."));
        } catch (IOException unreadable) {
            // The message does not repeat the content, which may be the secret.
            throw problem(file, "This user may not read it, or it is not plain text.");
        }
    }

    private static Problem problem(Path file, String why) {
        return new Problem(
                NO_CLIENT_SECRET,
                "The client secret could not be read from " + file + ".",
                why,
                "Write it there as one line, or name another file in sign_on.client_secret_file.");
    }
}
