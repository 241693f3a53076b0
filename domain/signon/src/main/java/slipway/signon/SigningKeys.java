package slipway.signon;

import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.node.ObjectNode;

/** The provider's public keys, as published at one time. */
record SigningKeys(List<SigningKey> keys) {

    static final String NOUN = "list of keys";

    private static final int MAX_KEYS = 100;

    SigningKeys {
        keys = List.copyOf(keys);
    }

    /** Keys that we cannot use are passed over: a provider may publish some for others. */
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

    /** The one key that a token says it was signed with; a token that names none can mean only an only key. */
    Optional<SigningKey> keyOf(SignedToken token) {
        List<SigningKey> fitting =
                keys.stream()
                        .filter(key -> key.fits(token.algorithm()))
                        .filter(key -> token.kid().isEmpty() || token.kid().equals(key.kid()))
                        .toList();
        return fitting.size() == 1 ? Optional.of(fitting.getFirst()) : Optional.empty();
    }
}
