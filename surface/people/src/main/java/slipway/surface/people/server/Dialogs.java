package slipway.surface.people.server;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Role;
import slipway.surface.people.server.PeoplePage.Actions;
import slipway.surface.web.component.FormField;
import slipway.surface.web.component.PageForm;

/** The dialogs of the page; only those for actions that the viewer may perform. */
public final class Dialogs {

    private Dialogs() {}

    /** A form over the page. */
    public record Dialog(
            String id, String title, String lede, PageForm form, List<FormField> fields) {}

    public static List<Dialog> of(Actions actions) {
        List<Dialog> all = new ArrayList<>();
        if (actions.addPeople()) {
            all.add(person());
        }
        if (!actions.manageableTeams().isEmpty()) {
            all.add(team(actions.manageableTeams()));
            all.add(changeTeam(actions.manageableTeams()));
            all.add(role(actions.manageableTeams()));
        }
        if (!actions.secretTeams().isEmpty()) {
            all.add(secret(actions.secretTeams()));
        }
        return all;
    }

    private static Dialog person() {
        return new Dialog(
                "add-person",
                "Add a person",
                "They sign in with a token that you create. Single sign-on adds people at their first sign-in.",
                PageForm.of("POST /api/v1/users", "Add this person")
                        .done("Added {user}. Grant them a role next.")
                        .as("slipway user add {user} --shown {shown} [--email {email}]"),
                List.of(
                        FormField.text("user", "User name").hint("user").sample("mira").must(),
                        FormField.text("shown", "Full name")
                                .hint("shown")
                                .sample("Mira Lindqvist")
                                .must(),
                        FormField.text("email", "Mail")
                                .hint("email, optional")
                                .sample("mira@example.org")));
    }

    private static Dialog team(List<String> manageableTeams) {
        return new Dialog(
                "new-team",
                "New team",
                "It owns people, secrets and workloads.",
                PageForm.of("POST /api/v1/teams/{parent}/teams", "Create this team")
                        .done("Created {team}.")
                        .undoneBy("DELETE /api/v1/teams/{team}")
                        .as("slipway team add {team} [--under {parent}] [--title {title}]"),
                List.of(
                        FormField.text("team", "Name").hint("team").sample("vision").must(),
                        FormField.text("title", "Display name").hint("title, optional"),
                        FormField.choice("parent", "Below", teams(manageableTeams))
                                .hint("the parent team")));
    }

    private static Dialog changeTeam(List<String> manageableTeams) {
        List<FormField.Option> where = new ArrayList<>();
        where.add(new FormField.Option("", "no change", true));
        where.addAll(teams(manageableTeams));
        return new Dialog(
                "change-team",
                "Change a team",
                "The name cannot be changed.",
                PageForm.of("PATCH /api/v1/teams/{team}", "Change this team")
                        .done("Changed {team}.")
                        .as("slipway team change {team} [--title {title}] [--under {parent}]"),
                List.of(
                        FormField.of(FormField.Kind.FIXED, "team", "Name").hint("fixed"),
                        FormField.text("title", "Display name").hint("title"),
                        FormField.choice("parent", "Below", where).hint("moves the team")));
    }

    private static Dialog role(List<String> manageableTeams) {
        return new Dialog(
                "set-role",
                "Grant a role",
                "A role applies to its team and to every team below it, and replaces the one granted there before.",
                PageForm.of("PUT /api/v1/teams/{team}/members/{user}", "Grant this role")
                        .done("{user} is now {role} of {team}.")
                        .as("slipway team role {team} {user} {role}"),
                List.of(
                        FormField.text("user", "User").hint("user").must(),
                        FormField.choice("team", "Team", teams(manageableTeams)),
                        FormField.choice(
                                "role",
                                "Role",
                                List.of(
                                        role(Role.VIEWER, "reads"),
                                        new FormField.Option(
                                                "member", "member, runs workloads", true),
                                        role(Role.LEAD, "manages the team"),
                                        role(Role.ADMIN, "has all permissions")))));
    }

    private static Dialog secret(List<String> secretTeams) {
        return new Dialog(
                "set-secret",
                "Set a secret",
                "Its value can be replaced, never read. The previous value is lost.",
                PageForm.of("PUT /api/v1/teams/{team}/secrets/{secret}", "Set this secret")
                        .done("Set {secret} of {team}.")
                        .as("slipway secret set {secret} --team {team}"),
                List.of(
                        FormField.choice("team", "Team", teams(secretTeams)),
                        FormField.text("secret", "Name").hint("secret").sample("hub-token").must(),
                        FormField.of(FormField.Kind.LONG, "value", "Value")
                                .hint("stored encrypted")
                                .must()));
    }

    /** The page asks for the owner first: the owner decides which call creates the token. */
    public static Dialog newToken(Actions actions) {
        PeoplePage.TokenOwner first = actions.tokenOwners().getFirst();
        return new Dialog(
                "new-token",
                "Create a token",
                "It has at most the permissions of its owner. Its text is shown only once.",
                PageForm.of(first.call(), "Create this token")
                        .done("Created token {label}.")
                        .shownOnceIn("token-once")
                        .as(first.command()),
                List.of(
                        FormField.text("label", "Purpose").hint("label").sample("laptop").must(),
                        FormField.of(FormField.Kind.WHOLE, "days", "Days until it expires")
                                .hint("1 to 366")
                                .holding(String.valueOf(actions.tokenDays()))
                                .must(),
                        FormField.text("within", "Restrict to a team")
                                .hint("within, optional")
                                .sample("every team of its owner"),
                        FormField.of(FormField.Kind.WORDS, "only", "Restrict to permissions")
                                .hint("only, optional")
                                .sample("team:read, events:read")));
    }

    private static FormField.Option role(Role role, String means) {
        return FormField.Option.of(role.wireName(), role.wireName() + ", " + means);
    }

    private static List<FormField.Option> teams(List<String> names) {
        return names.stream()
                .map(
                        name ->
                                FormField.Option.of(
                                        name, name.equals("all") ? "all (everyone)" : name))
                .toList();
    }
}
