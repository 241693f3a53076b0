package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.identity.Refused.refused;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.journal.Journal;

/** Failed authentications and token uses, which are in memory between two writes. */
class AuthenticationFailuresTest {

    private static final String ADDRESS = "192.0.2.7";

    private final AccessControlFixture access =
            AccessControlFixture.inMemory()
                    .team("vision", "all")
                    .person("ana", "vision", Role.LEAD);

    @AfterEach
    void close() {
        access.close();
    }

    private String attempt(String text, String address) {
        return refused(() -> access.accessControl().authenticate(text, address, access.now()))
                .code()
                .name();
    }

    @Test
    void after_ten_failures_a_source_gets_only_429_for_five_minutes() {
        for (int i = 0; i < 10; i++) {
            assertThat(attempt("slw_wrong", ADDRESS)).isEqualTo("mistyped-token");
            access.clock().forward(Duration.ofSeconds(6));
        }
        var problem =
                refused(
                        () ->
                                access.accessControl()
                                        .authenticate("slw_wrong", ADDRESS, access.now()));
        assertThat(problem.code().status()).isEqualTo(429);
        assertThat(problem.next()).startsWith("Try again in 4 min");
        assertThat(attempt("slw_wrong", "192.0.2.8")).isEqualTo("mistyped-token");
        access.clock().forward(Duration.ofMinutes(4).plusSeconds(1));
        assertThat(attempt("slw_wrong", ADDRESS)).isEqualTo("mistyped-token");
        assertThat(attempt("slw_wrong", ADDRESS)).isEqualTo("too-many-attempts");
    }

    @Test
    void a_valid_token_passes_from_a_rate_limited_address() {
        String text = access.token("ana", TokenScope.WHOLE).text();
        IntStream.range(0, 30).forEach(_ -> attempt("slw_wrong", ADDRESS));
        assertThat(access.accessControl().authenticate(text, ADDRESS, access.now()).id().value())
                .isEqualTo("ana");
    }

    @Test
    void the_addresses_of_one_ipv6_network_count_as_one_source() {
        assertThat(AuthenticationFailures.source("2001:db8:1:2::1"))
                .isEqualTo("2001:db8:1:2:0:0:0:0/64");
        assertThat(AuthenticationFailures.source("2001:db8:1:2:ffff::9%eth0"))
                .startsWith("2001:db8:1:2");
        assertThat(AuthenticationFailures.source("::ffff:192.0.2.7")).isEqualTo(ADDRESS);
        assertThat(AuthenticationFailures.source("not\nan address")).isEqualTo("not?an address");
        assertThat(AuthenticationFailures.source("x".repeat(500))).hasSize(64);
    }

    @Test
    void a_flood_from_everywhere_takes_bounded_memory() {
        var authenticationFailures = new AuthenticationFailures();
        Instant now = access.now();
        for (int i = 0; i < 3 * AuthenticationFailures.MAX_SOURCES; i++) {
            authenticationFailures.fail("source-" + i, now);
            authenticationFailures.count("source-" + i, "mistyped-token", now);
        }
        assertThat(authenticationFailures.sources()).isEqualTo(AuthenticationFailures.MAX_SOURCES);
        var facts = authenticationFailures.drain(now);
        assertThat(facts).hasSize(AuthenticationFailures.MAX_FACTS_PER_HOUR);
        assertThat(facts.stream().mapToLong(Fact.AccessRefused::count).sum()).isEqualTo(30_000);
        assertThat(facts.getLast().source()).isEqualTo("others");
        assertThat(authenticationFailures.drain(now)).isEmpty();
    }

    /** Anyone can cause a refusal, and facts are kept for ever. */
    @Test
    void a_flood_that_lasts_writes_a_bounded_number_of_facts_and_loses_no_count() {
        var authenticationFailures = new AuthenticationFailures();
        var facts = new ArrayList<Fact.AccessRefused>();
        for (int minute = 0; minute < 24 * 60; minute++) {
            Instant now = access.now().plus(Duration.ofMinutes(minute));
            for (int i = 0; i < 100; i++) {
                authenticationFailures.count("source-" + minute + "-" + i, "unknown-token", now);
            }
            facts.addAll(authenticationFailures.drain(now));
        }
        assertThat(facts).hasSizeBetween(20 * 23, 20 * 25);
        facts.addAll(authenticationFailures.drain(access.now().plus(Duration.ofDays(2))));
        assertThat(facts.stream().mapToLong(Fact.AccessRefused::count).sum()).isEqualTo(144_000);
    }

    @Test
    void facts_are_written_again_an_hour_after_the_clock_was_set_back() {
        var authenticationFailures = new AuthenticationFailures();
        Instant now = access.now();
        authenticationFailures.count("192.0.2.7", "unknown-token", now.plus(Duration.ofDays(365)));
        assertThat(authenticationFailures.drain(now.plus(Duration.ofDays(365)))).hasSize(1);
        authenticationFailures.count("192.0.2.7", "unknown-token", now);
        assertThat(authenticationFailures.drain(now)).isEmpty();
        assertThat(authenticationFailures.drain(now.plus(Duration.ofHours(1)))).hasSize(1);
    }

    @Test
    void a_refusal_of_a_signed_in_user_is_journaled_about_that_user() {
        Principal ana = access.principal("ana");
        var problem = refused(() -> ana.require(Permission.PEOPLE_WRITE, TeamId.ALL));
        access.accessControl().countDenial(ana, problem, access.now());
        Journal.await(access.accessControl().flush());
        assertThat(access.facts())
                .contains(
                        new Fact.AccessRefused("user/ana", problem.code().name(), 1, access.now()));
    }

    @Test
    void failures_are_journaled_as_one_fact_for_each_source_and_reason() {
        Instant first = access.now();
        IntStream.range(0, 13).forEach(_ -> attempt("slw_wrong", ADDRESS));
        attempt(
                TokenFormat.random(Token.Kind.PERSON, AccessControlFixture.random(8)).text(),
                "192.0.2.8");
        Journal.await(access.accessControl().flush());
        assertThat(access.facts())
                .contains(
                        new Fact.AccessRefused(ADDRESS, "mistyped-token", 10, first),
                        new Fact.AccessRefused(ADDRESS, "too-many-attempts", 3, first),
                        new Fact.AccessRefused("192.0.2.8", "unknown-token", 1, first));
        int before = access.facts().size();
        Journal.await(access.accessControl().flush());
        assertThat(access.facts()).hasSize(before);
    }

    @Test
    void the_last_use_of_a_token_is_known_immediately_and_after_a_restart() {
        AccessControl.NewToken token = access.token("ana", TokenScope.WHOLE);
        assertThat(access.accessControl().lastUse(token.token().id())).isEmpty();
        access.accessControl().authenticate(token.text(), ADDRESS, access.now());
        access.clock().forward(Duration.ofSeconds(30));
        access.accessControl().authenticate(token.text(), "192.0.2.8", access.now());
        var last = new Token.Use(token.token().id(), access.now(), "192.0.2.8");
        assertThat(access.accessControl().lastUse(token.token().id())).contains(last);
        int facts = access.facts().size();
        access.restart();
        assertThat(access.accessControl().lastUse(token.token().id())).contains(last);
        assertThat(access.facts()).hasSize(facts);
    }

    @Test
    void tokens_that_ended_long_ago_are_deleted() {
        AccessControl.NewToken token = access.token("ana", TokenScope.WHOLE);
        access.execute(new IdentityRequest.RevokeToken(token.token().id()));
        access.clock().forward(Duration.ofDays(29));
        Journal.await(access.accessControl().flush());
        assertThat(access.directory().tokens().containsKey(token.token().id())).isTrue();
        access.clock().forward(Duration.ofDays(2));
        Journal.await(access.accessControl().flush());
        assertThat(access.directory().tokens().containsKey(token.token().id())).isFalse();
    }
}
