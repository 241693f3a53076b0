package slipway.surface.people.server;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.surface.web.component.PageForm;

/**
 * What the page shows.
 *
 * @param panel which panel it is about; the first page shows something of each
 * @param offers what whoever looks may do
 */
public record PeoplePage(
        Panel panel,
        Answer answer,
        List<TeamRow> teams,
        List<PersonRow> people,
        List<TokenRow> tokens,
        List<SecretRow> secrets,
        Optional<SignOn> signOn,
        Offers offers,
        Part part) {

    /** What has an address of its own. */
    public enum Panel {
        ALL,
        TOKENS,
        SECRETS
    }

    /**
     * What the page says first.
     *
     * @param expiring tokens that end within a week
     * @param unused tokens that nobody has used for two months
     */
    public record Answer(
            long people, long services, long teams, long tokens, long expiring, long unused) {}

    /**
     * A team in its place in the tree.
     *
     * @param below the team it stands under; empty at the top
     * @param led who leads it
     */
    public record TeamRow(
            String id,
            String title,
            Optional<String> below,
            List<String> led,
            long people,
            long services,
            Optional<Long> secrets,
            Instant since,
            boolean mayChange) {}

    /**
     * Somebody.
     *
     * @param comesBy how: a token, single sign-on, or as a service account
     * @param seen when one of its tokens was last used
     */
    public record PersonRow(
            String id,
            String shown,
            List<RoleIn> roles,
            String comesBy,
            long tokens,
            Optional<Instant> seen,
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
     * @param revoke what ends it; empty where that is not for whoever looks
     */
    public record TokenRow(
            String shown,
            String owner,
            String label,
            List<String> may,
            Optional<Instant> expires,
            boolean soon,
            Optional<Instant> used,
            String from,
            boolean forgotten,
            Optional<PageForm> revoke,
            boolean own) {}

    /** A secret, all but its value. */
    public record SecretRow(String name, String team, Instant set, String by, boolean mayWrite) {

        public PageForm removal() {
            return PageForm.of("DELETE /api/v1/teams/" + team + "/secrets/" + name, "Remove")
                    .asking(
                            "Remove %s of %s? Its value is lost: nobody can read it back."
                                    .formatted(name, team))
                    .done("Removed " + name + ".");
        }
    }

    /** Single sign-on, where it is set up. */
    public record SignOn(String host, List<Group> groups) {}

    /** A group there, and what it means here. */
    public record Group(String group, String means) {}

    /**
     * What whoever looks may do.
     *
     * @param foundIn teams below which they may found another
     * @param leads teams whose roles and service accounts they may set
     * @param keeps teams whose secrets they may set
     * @param tokensFor for whom they may make a token
     * @param tokenDays how long one usually lasts, as far as they may
     */
    public record Offers(
            boolean addPeople,
            List<String> foundIn,
            List<String> leads,
            List<String> keeps,
            List<TokenFor> tokensFor,
            long tokenDays) {}

    /**
     * Somebody to make a token for, and the call that makes it.
     *
     * @param flags what says the same on the command line
     */
    public record TokenFor(String who, String call, String flags) {

        public String command() {
            String begins = "slipway token new" + (flags.isEmpty() ? "" : " " + flags);
            return begins + " --label {label} --days {days} [--within {within}] [--only {only}]";
        }
    }

    /**
     * Which part of a long list this is.
     *
     * @param find what was looked for
     * @param next where the next part begins
     */
    public record Part(String find, Optional<String> next) {}
}
