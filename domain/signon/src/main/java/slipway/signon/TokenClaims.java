package slipway.signon;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The claims of a token by name. A claim of the wrong type counts as missing. */
record TokenClaims(ObjectNode json) {

    /** The end of the year 9999, in seconds. Later times are not plausible. */
    private static final double LATEST = 253_402_300_799.0;

    Optional<String> text(String name) {
        return ProviderJson.text(json, name);
    }

    /** A time in seconds since 1970, possibly with a fraction. */
    Optional<Instant> time(String name) {
        JsonNode node = json.path(name);
        boolean sane = node.isNumber() && node.doubleValue() >= 0 && node.doubleValue() <= LATEST;
        return sane
                ? Optional.of(Instant.ofEpochSecond((long) node.doubleValue()))
                : Optional.empty();
    }

    boolean has(String name) {
        return json.has(name);
    }

    boolean isFalse(String name) {
        return json.path(name).isBoolean() && !json.path(name).booleanValue();
    }

    /** Whether the claim is there, also if it is an empty list. */
    boolean hasAt(String name) {
        return json.has(name) || !atPath(name).isMissingNode();
    }

    /** These claims, with those that only the other has. */
    TokenClaims completedBy(TokenClaims other) {
        ObjectNode all = json.deepCopy();
        other.json().properties().forEach(one -> all.putIfAbsent(one.getKey(), one.getValue()));
        return new TokenClaims(all);
    }

    /**
     * Whether the value of the claim must be asked for elsewhere (a distributed claim, OpenID Connect Core 1.0, section
     * 5.6.2). Entra ID also says {@code hasgroups} for groups.
     */
    boolean refersElsewhereFor(String name) {
        String top = json.path("_claim_names").has(name) ? name : name.split("\\.", 2)[0];
        return json.path("_claim_names").has(top)
                || (top.equals("groups") && json.path("hasgroups").asBoolean(false));
    }

    /** A list of texts, or one text; {@code a.b} is looked up as a name, then as the path b within a. */
    Set<String> texts(String name) {
        JsonNode node = json.has(name) ? json.path(name) : atPath(name);
        var texts = new TreeSet<String>();
        if (node.isString()) {
            texts.add(node.stringValue());
        }
        for (JsonNode one : node.isArray() ? node : json.arrayNode()) {
            if (one.isString()) {
                texts.add(one.stringValue());
            }
        }
        return texts;
    }

    private JsonNode atPath(String path) {
        JsonNode node = json;
        for (String step : path.split("\\.", -1)) {
            node = node.path(step);
        }
        return node;
    }

    @Override
    public String toString() {
        return "claims";
    }
}
