package slipway.signon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;

/** Invalid and forged ID tokens, from the provider or an attacker. */
@Tag("network")
class HostileTokenTest {

    private final SignOnFixture fixture = new SignOnFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_valid_token_is_accepted_with_each_of_the_four_algorithms() {
        List<Function<Map<String, Object>, String>> pens =
                List.of(
                        TokenForge::rs256,
                        claims ->
                                TokenForge.rsa(
                                        TokenForge.header("PS256", "rsa"),
                                        TokenForge.json(claims),
                                        TokenForge.RSA),
                        TokenForge::es256,
                        TokenForge::edDsa);
        for (Function<Map<String, Object>, String> pen : pens) {
            SignOnFixture.Flow flow = fixture.begin();
            fixture.providerReturns(pen.apply(fixture.claims(flow)));
            assertEquals("subject-1", fixture.complete(flow).subject());
        }
    }

    @Test
    void a_token_of_another_issuer_is_refused() {
        assertEquals(
                "It names another issuer.",
                why(claims -> claims.put("iss", "https://evil.example")));
        assertEquals(
                "It names another issuer.",
                why(claims -> claims.put("iss", fixture.provider.issuer() + "/")));
        assertEquals("It names another issuer.", why(claims -> claims.remove("iss")));
    }

    @Test
    void a_token_for_another_client_is_refused() {
        assertEquals(
                "It was issued for another client.", why(claims -> claims.put("aud", "gitlab")));
        assertEquals("It was issued for another client.", why(claims -> claims.remove("aud")));
        assertEquals(
                "It was issued for another client.",
                why(claims -> claims.put("aud", Map.of("a", "slipway"))));
        assertEquals("Its azp names another client.", why(claims -> claims.put("azp", "gitlab")));
        assertEquals(
                "It has several audiences and no azp.",
                why(claims -> claims.put("aud", List.of("slipway", "gitlab"))));
    }

    @Test
    void several_audiences_are_accepted_when_azp_names_this_client() {
        SignOnFixture.Flow flow = fixture.begin();
        Map<String, Object> claims = fixture.claims(flow);
        claims.put("aud", List.of("gitlab", "slipway"));
        claims.put("azp", "slipway");
        fixture.providerReturns(TokenForge.rs256(claims));
        assertEquals("subject-1", fixture.complete(flow).subject());
    }

    @Test
    void an_expired_token_is_refused_but_clocks_may_differ_by_a_minute() {
        String expired = "It has expired; the clocks may differ.";
        assertEquals(
                expired, why(claims -> claims.put("exp", fixture.seconds(Duration.ofMinutes(-1)))));
        assertEquals(
                "accepted",
                why(claims -> claims.put("exp", fixture.seconds(Duration.ofSeconds(-59)))));
        assertEquals("It has no expiry time.", why(claims -> claims.remove("exp")));
        assertEquals("It has no expiry time.", why(claims -> claims.put("exp", "tomorrow")));
        assertEquals("It has no expiry time.", why(claims -> claims.put("exp", 1e300)));
    }

    @Test
    void a_token_from_the_future_is_refused_but_clocks_may_differ_by_a_minute() {
        String future = "It was issued in the future; the clocks may differ.";
        assertEquals(
                future, why(claims -> claims.put("iat", fixture.seconds(Duration.ofSeconds(61)))));
        assertEquals(
                "accepted",
                why(claims -> claims.put("iat", fixture.seconds(Duration.ofMinutes(1)))));
        assertEquals("It has no issue time.", why(claims -> claims.remove("iat")));
        String early = "It is not valid yet; the clocks may differ.";
        assertEquals(
                early, why(claims -> claims.put("nbf", fixture.seconds(Duration.ofSeconds(61)))));
        assertEquals(early, why(claims -> claims.put("nbf", "now")));
        assertEquals(
                "accepted",
                why(claims -> claims.put("nbf", fixture.seconds(Duration.ofMinutes(1)))));
    }

    @Test
    void a_token_of_another_sign_in_is_refused() {
        String other = "It was issued for another sign-in.";
        assertEquals(other, why(claims -> claims.put("nonce", fixture.begin().nonce())));
        assertEquals(other, why(claims -> claims.put("nonce", "")));
        assertEquals(other, why(claims -> claims.remove("nonce")));
    }

    @Test
    void a_token_without_a_subject_is_refused() {
        String noSubject = "It has no valid subject.";
        assertEquals(noSubject, why(claims -> claims.remove("sub")));
        assertEquals(noSubject, why(claims -> claims.put("sub", " ")));
        assertEquals(noSubject, why(claims -> claims.put("sub", 17)));
        assertEquals(noSubject, why(claims -> claims.put("sub", "x".repeat(256))));
        assertEquals(noSubject, why(claims -> claims.put("sub", "a\u0000b")));
    }

    @Test
    void a_token_without_a_signature_is_refused_however_none_is_spelled() {
        for (String none : List.of("none", "None", "NONE", "nOnE", "")) {
            assertThat(whyToken(claims -> TokenForge.none(claims, none)))
                    .startsWith("Its algorithm is none of");
        }
        assertEquals(
                "Its signature is not valid.",
                whyToken(claims -> TokenForge.none(claims, "RS256")));
    }

    @Test
    void the_public_key_does_not_work_as_an_hmac_secret() throws JOSEException {
        byte[] der = TokenForge.RSA.toRSAPublicKey().getEncoded();
        String pem =
                "-----BEGIN PUBLIC KEY-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                        + "\n-----END PUBLIC KEY-----\n";
        for (byte[] password :
                List.of(
                        der,
                        pem.getBytes(UTF_8),
                        TokenForge.RSA.toPublicJWK().toString().getBytes(UTF_8))) {
            assertThat(whyToken(claims -> TokenForge.hmac(claims, password)))
                    .startsWith("Its algorithm is none of");
        }
    }

    @Test
    void an_unlisted_algorithm_is_refused_even_if_its_signature_is_valid() {
        assertThat(
                        whyToken(
                                claims ->
                                        TokenForge.rsa(
                                                TokenForge.header("RS512", "rsa"),
                                                TokenForge.json(claims),
                                                TokenForge.RSA)))
                .startsWith("Its algorithm is none of");
    }

    @Test
    void a_key_that_is_not_published_is_refused() {
        String noKey = "The provider has no key with which it could be signed.";
        assertEquals(noKey, whyRsa("RS256", "other", TokenForge.OTHER_RSA));
        assertEquals("Its signature is not valid.", whyRsa("RS256", "rsa", TokenForge.OTHER_RSA));
    }

    @Test
    void a_key_in_the_header_of_the_token_is_ignored() {
        Map<String, Object> header = TokenForge.header("RS256", "rsa");
        header.put("jwk", TokenForge.OTHER_RSA.toPublicJWK().toJSONObject());
        header.put("jku", "https://evil.example/keys");
        assertEquals(
                "Its signature is not valid.",
                whyToken(
                        claims ->
                                TokenForge.rsa(
                                        header, TokenForge.json(claims), TokenForge.OTHER_RSA)));
    }

    @Test
    void a_kid_of_a_key_of_another_type_is_refused() {
        String noKey = "The provider has no key with which it could be signed.";
        assertEquals(noKey, whyRsa("RS256", "ec", TokenForge.RSA));
        fixture.provider.publishes(
                TokenForge.RSA.toPublicJWK(), TokenForge.OTHER_RSA.toPublicJWK());
        fixture.clock.forward(Duration.ofHours(2));
        assertEquals("Its signature is not valid.", whyRsa("RS256", "other", TokenForge.RSA));
    }

    @Test
    void a_token_without_a_kid_is_accepted_only_when_exactly_one_key_fits() {
        Map<String, Object> header = TokenForge.header("RS256", "rsa");
        header.remove("kid");
        Function<Map<String, Object>, String> pen =
                claims -> TokenForge.rsa(header, TokenForge.json(claims), TokenForge.RSA);
        assertEquals("accepted", whyToken(pen));
        fixture.provider.publishes(
                TokenForge.RSA.toPublicJWK(), TokenForge.OTHER_RSA.toPublicJWK());
        fixture.clock.forward(Duration.ofHours(2));
        assertEquals("The provider has no key with which it could be signed.", whyToken(pen));
    }

    @Test
    void a_key_for_encryption_for_another_algorithm_or_too_weak_is_not_used() {
        String noKey = "The provider has no key with which it could be signed.";
        List<JWK> unfit =
                List.of(
                        new RSAKey.Builder(TokenForge.RSA.toPublicJWK())
                                .keyUse(KeyUse.ENCRYPTION)
                                .build(),
                        new RSAKey.Builder(TokenForge.RSA.toPublicJWK())
                                .algorithm(JWSAlgorithm.PS256)
                                .build());
        for (JWK key : unfit) {
            fixture.provider.publishes(key);
            fixture.clock.forward(Duration.ofHours(2));
            assertEquals(noKey, whyRsa("RS256", "rsa", TokenForge.RSA));
        }
        fixture.provider.publishes(TokenForge.WEAK_RSA.toPublicJWK());
        fixture.clock.forward(Duration.ofHours(2));
        assertEquals(noKey, whyRsa("RS256", "weak", TokenForge.WEAK_RSA));
    }

    @Test
    void claims_changed_after_the_signature_are_refused() {
        assertEquals(
                "Its signature is not valid.",
                whyToken(
                        claims -> {
                            String[] parts = TokenForge.rs256(claims).split("\\.", -1);
                            claims.put("sub", "admin");
                            String changed = Base64URL.encode(TokenForge.json(claims)).toString();
                            return String.join(".", parts[0], changed, parts[2]);
                        }));
    }

    @Test
    void a_duplicate_claim_is_refused_even_when_signed() {
        assertEquals(
                "A part of it is not a JSON object.",
                whyToken(
                        claims -> {
                            String twice =
                                    TokenForge.json(claims)
                                            .replace("{\"iss\"", "{\"sub\":\"admin\",\"iss\"");
                            return TokenForge.rsa(
                                    TokenForge.header("RS256", "rsa"), twice, TokenForge.RSA);
                        }));
    }

    @Test
    void a_header_with_crit_or_another_typ_is_refused() {
        Map<String, Object> critical = TokenForge.header("RS256", "rsa");
        critical.put("crit", List.of("b64"));
        critical.put("b64", false);
        Map<String, Object> access = TokenForge.header("RS256", "rsa");
        access.put("typ", "at+jwt");
        for (Map<String, Object> header : List.of(critical, access)) {
            assertEquals(
                    "Its header has crit or a typ other than JWT.",
                    whyToken(
                            claims ->
                                    TokenForge.rsa(
                                            header, TokenForge.json(claims), TokenForge.RSA)));
        }
    }

    @Test
    void text_that_is_not_a_signed_token_is_refused() {
        assertEquals("It is not a signed token of three parts.", whyToken(_ -> "gibberish"));
        assertEquals("It is not a signed token of three parts.", whyToken(_ -> "a.b.c.d.e"));
        assertEquals("It is not a signed token of three parts.", whyToken(_ -> "..."));
        assertEquals("A part of it is not base64url.", whyToken(_ -> "a.b.c"));
        assertEquals("A part of it is not a JSON object.", whyToken(_ -> "e30x.e30x.AA"));
    }

    @Test
    void a_swapped_access_token_is_detected_by_its_hash() {
        String swapped = "Its at_hash does not match the access token.";
        assertEquals(swapped, why(claims -> claims.put("at_hash", "AAAAAAAAAAAAAAAAAAAAAA")));
        assertEquals(swapped, why(claims -> claims.put("at_hash", 1)));
        byte[] half =
                java.util.Arrays.copyOf(Digests.sha256("an-access-token".getBytes(UTF_8)), 16);
        assertEquals(
                "accepted",
                why(claims -> claims.put("at_hash", Base64URL.encode(half).toString())));
    }

    private String whyRsa(String algorithm, String kid, RSAKey key) {
        return whyToken(
                claims ->
                        TokenForge.rsa(
                                TokenForge.header(algorithm, kid), TokenForge.json(claims), key));
    }

    private String why(Consumer<Map<String, Object>> change) {
        return whyToken(
                claims -> {
                    change.accept(claims);
                    return TokenForge.rs256(claims);
                });
    }

    /** Why a token is refused; "accepted" when it is not. */
    private String whyToken(Function<Map<String, Object>, String> pen) {
        SignOnFixture.Flow flow = fixture.begin();
        String token = pen.apply(fixture.claims(flow));
        fixture.providerReturns(token);
        try {
            fixture.complete(flow);
            return "accepted";
        } catch (Problem problem) {
            assertEquals(SignOnProblems.TOKEN_REFUSED, problem.code());
            assertEquals(401, problem.code().status());
            assertThat(problem.getMessage())
                    .doesNotContain(token)
                    .doesNotContain(SignOnFixture.CODE);
            return problem.why();
        }
    }
}
