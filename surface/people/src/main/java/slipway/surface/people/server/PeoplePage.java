package slipway.surface.people.server;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.surface.web.component.PageForm;

/**
 * The content of the pages about people, tokens and secrets.
 *
 * @param panel the panel that is shown; the overview shows a part of each
 * @param actions the actions that the viewer may perform
 */
public record PeoplePage(
        Panel panel,
        Answer answer,
        List<TeamRow> teams,
        List<PersonRow> people,
        List<TokenRow> tokens,
        List<SecretRow> secrets,
        Optional<SignOn> signOn,
        Actions actions,
        Part part) {

    /** A panel with its own address. */
    public enum Panel {
        ALL,
        TOKENS,
        SECRETS
    }

    /**
     * The summary at the top of the page.
     *
     * @param expiring tokens that expire within a week
     * @param unused tokens that were not used for two months
     */
    public record Answer(
            long people, long services, long teams, long tokens, long expiring, long unused) {}

    /**
     * A team in the tree of teams.
     *
     * @param parent the parent team; empty at the top
     * @param leads the names of its leads
     */
    public record TeamRow(
            String id,
            String title,
            Optional<String> parent,
            List<String> leads,
            long people,
            long services,
            Optional<Long> secrets,
            Instant created,
            boolean mayChange) {}

    /**
     * A person or service account.
     *
     * @param signInMethod a token, single sign-on, or service account
     * @param lastSeen the last use of one of its tokens
     */
    public record PersonRow(
            String id,
            String shown,
            List<RoleIn> roles,
            String signInMethod,
            long tokens,
            Optional<Instant> lastSeen,
            boolean enabled) {}

    /** A role in a team. */
    public record RoleIn(String role, String team) {

        public String title() {
            return role.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + role.substring(1);
        }

        public String where() {
            return team.equals("all") ? "of everything" : "of " + team;
        }
    }

    /**
     * A token.
     *
     * @param revoke the form that revokes it; empty if the viewer may not revoke it
     */
    public record TokenRow(
            String shown,
            String owner,
            String label,
            List<String> restrictions,
            Optional<Instant> expires,
            boolean expiresSoon,
            Optional<Instant> used,
            String usedFrom,
            boolean unused,
            Optional<PageForm> revoke,
            boolean own) {}

    /** A secret without its value. */
    public record SecretRow(String name, String team, Instant set, String by, boolean mayWrite) {

        public PageForm removal() {
            return PageForm.of("DELETE /api/v1/teams/" + team + "/secrets/" + name, "Remove")
                    .asking(
                            "Remove %s of %s? Its value is deleted and cannot be restored."
                                    .formatted(name, team))
                    .done("Removed " + name + ".");
        }
    }

    /** The configured single sign-on provider. */
    public record SignOn(String host, List<Group> groups) {}

    /** A group of the provider and the role that it maps to. */
    public record Group(String group, String means) {}

    /**
     * The actions that the viewer may perform.
     *
     * @param manageableTeams the teams whose roles, accounts and child teams they may manage
     *
     * @param secretTeams the teams whose secrets they may set
     * @param tokenOwners the users for whom they may create a token
     * @param tokenDays the default lifetime of a new token
     */
    public record Actions(
            boolean addPeople,
            List<String> manageableTeams,
            List<String> secretTeams,
            List<TokenOwner> tokenOwners,
            long tokenDays) {}

    /**
     * A possible owner of a new token and the call that creates it.
     *
     * @param options the options that select the owner on the command line
     */
    public record TokenOwner(String name, String call, String options) {

        public String command() {
            String create = "slipway token new" + (options.isEmpty() ? "" : " " + options);
            return create + " --label {label} --days {days} [--within {within}] [--only {only}]";
        }
    }

    /**
     * The position in a long list.
     *
     * @param find the search text
     * @param next the position of the next page
     */
    public record Part(String find, Optional<String> next) {}
}
