package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;

class DatabaseAddressTest {

    private static DatabaseAddress.Postgres at(String url) {
        return new DatabaseAddress.Postgres(url, "slipway", "secret", 4);
    }

    @Test
    void another_machine_is_reached_by_tls_with_a_verified_name() {
        for (String url :
                List.of(
                        "jdbc:postgresql://db.example.org/slipway",
                        "jdbc:postgresql://db.example.org:5433/slipway?currentSchema=a",
                        "jdbc:postgresql://10.0.0.5/slipway",
                        "jdbc:postgresql://localhost,db.example.org/slipway",
                        "jdbc:postgresql://localhost.example.org/slipway",
                        "jdbc:postgresql://[2001:db8::1]:5432/slipway")) {
            assertThat(at(url).verifiesServer()).as(url).isTrue();
            assertThat(at(url).protection()).isEqualTo("TLS with a verified server name");
        }
    }

    @Test
    void this_machine_needs_no_tls() {
        for (String url :
                List.of(
                        "jdbc:postgresql://localhost/slipway",
                        "jdbc:postgresql://localhost:5433/slipway?currentSchema=a",
                        "jdbc:postgresql://127.0.0.1:5432/slipway",
                        "jdbc:postgresql://[::1]:5432/slipway",
                        "jdbc:postgresql:///slipway")) {
            assertThat(at(url).verifiesServer()).as(url).isFalse();
        }
    }

    @Test
    void the_address_may_choose_otherwise_by_name() {
        var chosen = at("jdbc:postgresql://db.example.org/slipway?currentSchema=a&sslmode=require");
        assertThat(chosen.verifiesServer()).isFalse();
        assertThat(chosen.protection()).isEqualTo("sslmode require, as database.url says");
    }

    @Test
    @Tag("database")
    void a_server_without_tls_is_refused_with_advice() {
        DatabaseAddress.Postgres plain = PostgresServer.place();
        var place =
                new DatabaseAddress.Postgres(
                        plain.url() + "&sslmode=verify-full", plain.user(), plain.password(), 2);
        assertThatThrownBy(() -> Database.open(place, List.of(ModuleSchema.JOURNAL)))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.next())
                                        .contains("TLS with a verified name", "sslmode=disable"));
    }
}
