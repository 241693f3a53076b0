package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.identity.Refused.refused;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.Role;
import slipway.journal.Journal;

/** What is remembered between two writes: who was turned away, and when a token was last used. */
class AttemptsTest {

    private static final String HOME = "192.0.2.7";

    private final Gatehouse house =
            Gatehouse.inMemory().team("vision", "all").person("ana", "vision", Role.LEAD);

    @AfterEach
    void close() {
        house.close();
    }

    private String attempt(String text, String address) {
        return refused(() -> house.guard().admit(text, address, house.now())).code().name();
    }

    @Test
    void after_ten_refusals_a_source_learns_nothing_more_for_five_minutes() {
        for (int i = 0; i < 10; i++) {
            assertThat(attempt("slw_wrong", HOME)).isEqualTo("mistyped-token");
            house.clock().forward(Duration.ofSeconds(6));
        }
        var problem = refused(() -> house.guard().admit("slw_wrong", HOME, house.now()));
        assertThat(problem.code().status()).isEqualTo(429);
        assertThat(problem.next()).startsWith("Try again in 4 min");
        assertThat(attempt("slw_wrong", "192.0.2.8")).isEqualTo("mistyped-token");
        house.clock().forward(Duration.ofMinutes(4).plusSeconds(1));
        assertThat(attempt("slw_wrong", HOME)).isEqualTo("mistyped-token");
        assertThat(attempt("slw_wrong", HOME)).isEqualTo("too-many-attempts");
    }

    @Test
    void a_valid_token_passes_from_a_place_that_had_too_many() {
        String text = house.token("ana", TokenScope.WHOLE).text();
        IntStream.range(0, 30).forEach(_ -> attempt("slw_wrong", HOME));
        assertThat(house.guard().admit(text, HOME, house.now()).id().value()).isEqualTo("ana");
    }

    @Test
    void the_addresses_of_one_house_count_as_one_source() {
        assertThat(AuthenticationFailures.source("2001:db8:1:2::1"))
                .isEqualTo("2001:db8:1:2:0:0:0:0/64");
        assertThat(AuthenticationFailures.source("2001:db8:1:2:ffff::9%eth0"))
                .startsWith("2001:db8:1:2");
        assertThat(AuthenticationFailures.source("::ffff:192.0.2.7")).isEqualTo(HOME);
        assertThat(AuthenticationFailures.source("not\nan address")).isEqualTo("not?an address");
        assertThat(AuthenticationFailures.source("x".repeat(500))).hasSize(64);
    }

    @Test
    void a_flood_from_everywhere_takes_bounded_memory() {
        var authenticationFailures = new AuthenticationFailures();
        Instant now = house.now();
        for (int i = 0; i < 3 * AuthenticationFailures.MOST_SOURCES; i++) {
            authenticationFailures.attempt("source-" + i, now);
            authenticationFailures.count("source-" + i, "mistyped-token", now);
        }
        assertThat(authenticationFailures.sources()).isEqualTo(AuthenticationFailures.MOST_SOURCES);
        var facts = authenticationFailures.take();
        assertThat(facts).hasSize(1_001);
        assertThat(facts.stream().mapToLong(Fact.AccessRefused::count).sum()).isEqualTo(30_000);
        assertThat(authenticationFailures.take()).isEmpty();
    }

    @Test
    void refusals_are_journaled_as_one_fact_for_each_source_and_reason() {
        Instant first = house.now();
        IntStream.range(0, 13).forEach(_ -> attempt("slw_wrong", HOME));
        attempt(TokenFormat.random(Token.Kind.PERSON, Gatehouse.random(8)).text(), "192.0.2.8");
        Journal.await(house.guard().flush());
        assertThat(house.facts())
                .contains(
                        new Fact.AccessRefused(HOME, "mistyped-token", 10, first),
                        new Fact.AccessRefused(HOME, "too-many-attempts", 3, first),
                        new Fact.AccessRefused("192.0.2.8", "unknown-token", 1, first));
        int before = house.facts().size();
        Journal.await(house.guard().flush());
        assertThat(house.facts()).hasSize(before);
    }

    @Test
    void the_last_use_of_a_token_is_known_at_once_and_after_a_restart() {
        AccessControl.NewToken token = house.token("ana", TokenScope.WHOLE);
        assertThat(house.guard().lastUse(token.token().id())).isEmpty();
        house.guard().admit(token.text(), HOME, house.now());
        house.clock().forward(Duration.ofSeconds(30));
        house.guard().admit(token.text(), "192.0.2.8", house.now());
        var last = new Token.Use(token.token().id(), house.now(), "192.0.2.8");
        assertThat(house.guard().lastUse(token.token().id())).contains(last);
        int facts = house.facts().size();
        house.restart();
        assertThat(house.guard().lastUse(token.token().id())).contains(last);
        assertThat(house.facts()).hasSize(facts);
    }

    @Test
    void tokens_that_ended_long_ago_are_forgotten() {
        AccessControl.NewToken token = house.token("ana", TokenScope.WHOLE);
        house.ask(new IdentityRequest.RevokeToken(token.token().id()));
        house.clock().forward(Duration.ofDays(29));
        Journal.await(house.guard().flush());
        assertThat(house.people().tokens().containsKey(token.token().id())).isTrue();
        house.clock().forward(Duration.ofDays(2));
        Journal.await(house.guard().flush());
        assertThat(house.people().tokens().containsKey(token.token().id())).isFalse();
    }
}
