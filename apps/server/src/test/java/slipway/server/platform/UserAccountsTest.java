package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.identity.User;

/** The cluster account of a job's owner. */
class UserAccountsTest {

    private static final List<User> USERS =
            List.of(
                    user("alice", Optional.empty()),
                    user("bob", Optional.empty()),
                    user("carol", Optional.of(new TeamId("vision"))));

    private static User user(String name, Optional<TeamId> team) {
        return new User(
                new UserId(name),
                team,
                name,
                Optional.empty(),
                true,
                Optional.empty(),
                Instant.EPOCH);
    }

    private static UserAccounts accounts(Optional<Map<String, String>> named) {
        return new UserAccounts(
                id -> USERS.stream().filter(user -> user.id().equals(id)).findFirst(), named);
    }

    @Test
    void a_user_has_the_account_of_the_same_name() {
        assertThat(accounts(Optional.empty()).apply("alice")).isEqualTo("alice");
    }

    @Test
    void a_user_has_the_configured_account_and_other_users_have_none() {
        var accounts = accounts(Optional.of(Map.of("alice", "a.smith")));
        assertThat(accounts.apply("alice")).isEqualTo("a.smith");
        assertThatThrownBy(() -> accounts.apply("bob"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Jobs of bob cannot run here.")
                .hasMessageContaining("slurm.accounts: bob=ACCOUNT");
    }

    @Test
    void a_service_account_has_no_cluster_account() {
        var accounts = accounts(Optional.of(Map.of("carol", "carol")));
        assertThatThrownBy(() -> accounts.apply("carol"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("carol is not a user with a personal account.");
    }

    @Test
    void the_local_token_and_deleted_users_have_no_account() {
        var accounts = accounts(Optional.empty());
        assertThatThrownBy(() -> accounts.apply("local"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("does not belong to a user")
                .hasMessageContaining("slipway login");
        assertThatThrownBy(() -> accounts.apply("dave"))
                .hasMessageContaining("dave is not a user with a personal account.");
    }
}
