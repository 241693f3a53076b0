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

    private final AccessControlFixture access =
            AccessControlFixture.inMemory()
                    .team("vision", "all")
                    .person("ana", "vision", Role.MEMBER)
                    .person("ben", "vision", Role.VIEWER);

    @AfterEach
    void close() {
        access.close();
    }

    private void set(Principal by, String name, byte[] value) {
        var secret = new AccessControl.SecretValue(VISION, name, value);
        Journal.await(
                access.accessControl()
                        .storeSecret(by, AccessControlFixture.ACTOR, secret, Optional.empty()));
    }

    private Optional<String> value(String name) {
        return access.accessControl().secret(VISION, name).map(bytes -> new String(bytes, UTF_8));
    }

    @Test
    void a_member_sets_and_replaces_a_secret_and_its_value_is_nowhere_in_clear() {
        Principal ana = access.principal("ana");
        set(ana, "wandb-key", "first".getBytes(UTF_8));
        set(ana, "wandb-key", "second value".getBytes(UTF_8));
        access.restart();
        assertThat(value("wandb-key")).contains("second value");
        assertThat(access.directory().toString() + access.facts())
                .doesNotContain("first")
                .doesNotContain("second value");
        assertThat(access.facts()).contains(new Fact.SecretSet(VISION, "wandb-key"));
        access.execute(
                access.principal("ana"), new IdentityRequest.RemoveSecret(VISION, "wandb-key"));
        assertThat(value("wandb-key")).isEmpty();
    }

    @Test
    void the_same_value_is_encrypted_differently_each_time() {
        Principal ana = access.principal("ana");
        set(ana, "one", "same".getBytes(UTF_8));
        set(ana, "two", "same".getBytes(UTF_8));
        var secrets = access.directory().secretsOf(VISION);
        assertThat(secrets.get("one").map(TeamSecret::sealed))
                .isNotEqualTo(secrets.get("two").map(TeamSecret::sealed));
    }

    @Test
    void an_encrypted_value_that_is_moved_or_changed_is_not_decrypted() {
        var secretCipher = new SecretCipher(access.key(), AccessControlFixture.random(6));
        String encrypted = secretCipher.encrypt(VISION, "mine", "value".getBytes(UTF_8));
        var moved = new TeamSecret(new TeamId("nlp"), "mine", encrypted, User.ADMIN, access.now());
        assertThatThrownBy(() -> secretCipher.decrypt(moved))
                .isInstanceOf(IllegalStateException.class);
        String flipped = (encrypted.charAt(20) == 'A' ? 'B' : 'A') + encrypted.substring(1);
        var changed = new TeamSecret(VISION, "mine", flipped, User.ADMIN, access.now());
        assertThatThrownBy(() -> secretCipher.decrypt(changed))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_viewer_a_wrong_name_and_a_wrong_size_are_refused() {
        Principal ana = access.principal("ana");
        Principal ben = access.principal("ben");
        byte[] value = {1};
        assertThat(refused(() -> set(ben, "x", value)).code().name()).isEqualTo("not-allowed");
        assertThat(refused(() -> set(ana, "No Name", value)).code().name()).isEqualTo("bad-secret");
        assertThat(refused(() -> set(ana, "x", new byte[0])).code().name()).isEqualTo("bad-secret");
        assertThat(refused(() -> set(ana, "x", new byte[64 * 1024 + 1])).code().name())
                .isEqualTo("bad-secret");
        set(ana, "x", new byte[64 * 1024]);
        assertThat(access.accessControl().secret(VISION, "x").orElseThrow()).hasSize(64 * 1024);
        assertThat(
                        refused(
                                        () ->
                                                access.execute(
                                                        ana,
                                                        new IdentityRequest.RemoveSecret(
                                                                VISION, "y")))
                                .code()
                                .name())
                .isEqualTo("no-such-secret");
    }
}
