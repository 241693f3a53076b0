package slipway.signon;

import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.node.ObjectNode;

/** The public keys that the provider published at one time. */
record SigningKeys(List<SigningKey> keys) {

    static final String NOUN = "list of keys";

    private static final int MAX_KEYS = 100;

    SigningKeys {
        keys = List.copyOf(keys);
    }

    /** Skips unsupported keys: a provider may publish keys for other clients. */
    static SigningKeys read(ObjectNode document) {
        return new SigningKeys(
                StreamSupport.stream(document.path("keys").spliterator(), false)
                        .limit(MAX_KEYS)
                        .map(
                                node ->
                                        node instanceof ObjectNode one
                                                ? SigningKey.read(one)
                                                : Optional.<SigningKey>empty())
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** The key that fits the token; a token without a kid fits only when there is exactly one such key. */
    Optional<SigningKey> keyOf(SignedToken token) {
        List<SigningKey> fitting =
                keys.stream()
                        .filter(key -> key.fits(token.algorithm()))
                        .filter(key -> token.kid().isEmpty() || token.kid().equals(key.kid()))
                        .toList();
        return fitting.size() == 1 ? Optional.of(fitting.getFirst()) : Optional.empty();
    }
}
