package slipway.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static slipway.identity.Refused.refused;

import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.journal.Journal;

class SecretsTest {

    private static final TeamId VISION = new TeamId("vision");

    private final Gatehouse house =
            Gatehouse.inMemory()
                    .team("vision", "all")
                    .person("ana", "vision", Role.MEMBER)
                    .person("ben", "vision", Role.VIEWER);

    @AfterEach
    void close() {
        house.close();
    }

    private void set(Principal by, String name, byte[] value) {
        var secret = new AccessControl.SecretValue(VISION, name, value);
        Journal.await(house.guard().set(by, Gatehouse.ACTOR, secret, Optional.empty()));
    }

    private Optional<String> value(String name) {
        return house.guard().secret(VISION, name).map(bytes -> new String(bytes, UTF_8));
    }

    @Test
    void a_member_sets_and_replaces_a_secret_and_only_the_room_reads_it() {
        Principal ana = house.visitor("ana");
        set(ana, "wandb-key", "first".getBytes(UTF_8));
        set(ana, "wandb-key", "second value".getBytes(UTF_8));
        house.restart();
        assertThat(value("wandb-key")).contains("second value");
        assertThat(house.people().toString() + house.facts())
                .doesNotContain("first")
                .doesNotContain("second value");
        assertThat(house.facts()).contains(new Fact.SecretSet(VISION, "wandb-key"));
        house.ask(house.visitor("ana"), new IdentityRequest.RemoveSecret(VISION, "wandb-key"));
        assertThat(value("wandb-key")).isEmpty();
    }

    @Test
    void the_same_value_is_sealed_differently_each_time() {
        Principal ana = house.visitor("ana");
        set(ana, "one", "same".getBytes(UTF_8));
        set(ana, "two", "same".getBytes(UTF_8));
        var secrets = house.people().secretsOf(VISION);
        assertThat(secrets.get("one").map(TeamSecret::sealed))
                .isNotEqualTo(secrets.get("two").map(TeamSecret::sealed));
    }

    @Test
    void a_sealed_value_that_is_put_under_another_name_or_changed_does_not_open() {
        var secretCipher = new SecretCipher(house.key(), Gatehouse.random(6));
        String sealed = secretCipher.seal(VISION, "mine", "value".getBytes(UTF_8));
        var moved = new TeamSecret(new TeamId("nlp"), "mine", sealed, User.ADMIN, house.now());
        assertThatThrownBy(() -> secretCipher.open(moved))
                .isInstanceOf(IllegalStateException.class);
        String flipped = (sealed.charAt(20) == 'A' ? 'B' : 'A') + sealed.substring(1);
        var changed = new TeamSecret(VISION, "mine", flipped, User.ADMIN, house.now());
        assertThatThrownBy(() -> secretCipher.open(changed))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_viewer_a_wrong_name_and_a_wrong_size_are_refused() {
        Principal ana = house.visitor("ana");
        Principal ben = house.visitor("ben");
        byte[] value = {1};
        assertThat(refused(() -> set(ben, "x", value)).code().name()).isEqualTo("not-allowed");
        assertThat(refused(() -> set(ana, "No Name", value)).code().name()).isEqualTo("bad-secret");
        assertThat(refused(() -> set(ana, "x", new byte[0])).code().name()).isEqualTo("bad-secret");
        assertThat(refused(() -> set(ana, "x", new byte[64 * 1024 + 1])).code().name())
                .isEqualTo("bad-secret");
        set(ana, "x", new byte[64 * 1024]);
        assertThat(house.guard().secret(VISION, "x").orElseThrow()).hasSize(64 * 1024);
        assertThat(
                        refused(() -> house.ask(ana, new IdentityRequest.RemoveSecret(VISION, "y")))
                                .code()
                                .name())
                .isEqualTo("no-such-secret");
    }
}
