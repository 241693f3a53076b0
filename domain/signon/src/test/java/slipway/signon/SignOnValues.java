package slipway.signon;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Values that the tests of sign-on share. */
final class SignOnValues {

    static final URI REDIRECT = URI.create("https://slipway.example.org/login/sso/back");
    static final SecretKey KEY = new SecretKeySpec(new byte[32], "AES");

    /** The size limit of production; the time limit is long, so that a slow machine does not fail the test. */
    static final ProviderClient.Limits PATIENT_LIMITS =
            new ProviderClient.Limits(Duration.ofMinutes(2), 256 * 1024);

    private SignOnValues() {}

    static RandomGenerator random() {
        return RandomGenerator.of("L64X128MixRandom");
    }

    static Map<String, String> query(URI uri) {
        Map<String, String> query = new LinkedHashMap<>();
        for (String field : uri.getRawQuery().split("&", -1)) {
            String[] pair = field.split("=", 2);
            query.put(decoded(pair[0]), decoded(pair[1]));
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
