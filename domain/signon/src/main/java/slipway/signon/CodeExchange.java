package slipway.signon;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import slipway.base.Problem;
import tools.jackson.databind.node.ObjectNode;

/** Exchanges the authorization code for tokens at the token endpoint of the provider. */
final class CodeExchange {

    /**
     * @param accessToken for the userinfo endpoint; the ID token may contain its hash
     */
    record Tokens(String idToken, Optional<String> accessToken) {

        @Override
        public String toString() {
            return "tokens";
        }
    }

    private static final String NOUN = "token endpoint";
    private static final int MAX_CONCURRENT = 16;
    private static final Pattern ERROR_CODE = Pattern.compile("[a-z_]{1,40}");

    private final ProviderClient providerClient;
    private final OidcProvider oidcProvider;
    private final Semaphore permits = new Semaphore(MAX_CONCURRENT);

    CodeExchange(ProviderClient providerClient, OidcProvider oidcProvider) {
        this.providerClient = providerClient;
        this.oidcProvider = oidcProvider;
    }

    /** The error code of the provider, if it looks like one; other text is not shown to people. */
    static String printableError(String error) {
        return ERROR_CODE.matcher(error).matches() ? error : "a reason that cannot be shown";
    }

    /** Limits concurrent exchanges, so that a flood of invented codes does not load the provider. */
    Tokens exchange(String code, SignOnFlow signOnFlow, OidcDiscovery oidcDiscovery) {
        if (!permits.tryAcquire()) {
            throw SignOnProblems.busy();
        }
        try {
            return tokens(providerClient.send(request(code, signOnFlow, oidcDiscovery), NOUN));
        } finally {
            permits.release();
        }
    }

    private Tokens tokens(ProviderClient.Answer answer) {
        if (answer.status() != 200) {
            throw refused(answer);
        }
        ObjectNode json = providerClient.object(answer, NOUN);
        String idToken =
                ProviderJson.text(json, "id_token")
                        .orElseThrow(
                                () ->
                                        SignOnProblems.badAnswer(
                                                oidcProvider,
                                                "Its %s returns no ID token; its client may lack the scope openid."
                                                        .formatted(NOUN)));
        return new Tokens(idToken, ProviderJson.text(json, "access_token"));
    }

    private Problem refused(ProviderClient.Answer answer) {
        Optional<String> error = answer.json().flatMap(json -> ProviderJson.text(json, "error"));
        if (answer.status() / 100 == 4 && error.isPresent()) {
            return error.get().equals("invalid_grant")
                    ? SignOnProblems.codeRefused(oidcProvider)
                    : SignOnProblems.clientRefused(oidcProvider, printableError(error.get()));
        }
        return SignOnProblems.badAnswer(
                oidcProvider, "Its %s answers with status %d.".formatted(NOUN, answer.status()));
    }

    private HttpRequest request(String code, SignOnFlow signOnFlow, OidcDiscovery oidcDiscovery) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", oidcProvider.redirect().toString());
        form.put("code_verifier", signOnFlow.verifier());
        var request = HttpRequest.newBuilder(oidcDiscovery.token().uri());
        boolean inHeader = oidcDiscovery.proof() == OidcDiscovery.ClientProof.HEADER;
        Optional<String> secret = oidcProvider.clientSecret().map(ClientSecret::text);
        if (secret.isPresent() && inHeader) {
            request.header(
                    "Authorization", basicCredentials(oidcProvider.clientId(), secret.get()));
        } else {
            form.put("client_id", oidcProvider.clientId());
            secret.ifPresent(text -> form.put("client_secret", text));
        }
        return request.header("Accept", "application/json")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(formEncoded(form)))
                .build();
    }

    /** Both parts are form-encoded before they are joined (RFC 6749, section 2.3.1). */
    private static String basicCredentials(String id, String secret) {
        String pair = URLEncoder.encode(id, UTF_8) + ":" + URLEncoder.encode(secret, UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    }

    static String formEncoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(
                        field ->
                                URLEncoder.encode(field.getKey(), UTF_8)
                                        + "="
                                        + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }
}
