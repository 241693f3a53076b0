package slipway.surface.people.server;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Role;
import slipway.surface.people.server.PeoplePage.Offers;
import slipway.surface.web.component.FormField;
import slipway.surface.web.component.PageForm;

/** What may be changed here, each as a form over the page; only what whoever looks may do. */
public final class Dialogs {

    private Dialogs() {}

    /** A form over the page. */
    public record Dialog(
            String id, String title, String lede, PageForm form, List<FormField> fields) {}

    public static List<Dialog> of(Offers offers) {
        List<Dialog> all = new ArrayList<>();
        if (offers.addPeople()) {
            all.add(person());
        }
        if (!offers.foundIn().isEmpty()) {
            all.add(team(offers.foundIn()));
            all.add(teamAsItIs(offers.foundIn()));
            all.add(role(offers.leads()));
        }
        if (!offers.keeps().isEmpty()) {
            all.add(secret(offers.keeps()));
        }
        return all;
    }

    private static Dialog person() {
        return new Dialog(
                "add-person",
                "Add a person",
                "They come in with a token that you make for them. Who comes by single sign-on is added by coming.",
                PageForm.of("POST /api/v1/users", "Add this person")
                        .done("Added {user}. Give them a role next.")
                        .as("slipway user add {user} --shown {shown} [--email {email}]"),
                List.of(
                        FormField.text("user", "Name to go by").hint("user").sample("mira").must(),
                        FormField.text("shown", "Full name")
                                .hint("shown")
                                .sample("Mira Lindqvist")
                                .must(),
                        FormField.text("email", "Mail")
                                .hint("email, if any")
                                .sample("mira@example.org")));
    }

    private static Dialog team(List<String> foundIn) {
        return new Dialog(
                "new-team",
                "New team",
                "It owns people, secrets and all that will run.",
                PageForm.of("POST /api/v1/teams/{parent}/teams", "Found this team")
                        .done("Founded {team}.")
                        .undoneBy("DELETE /api/v1/teams/{team}")
                        .as("slipway team add {team} [--under {parent}] [--title {title}]"),
                List.of(
                        FormField.text("team", "Name").hint("team").sample("vision").must(),
                        FormField.text("title", "What people call it").hint("title, if another"),
                        FormField.choice("parent", "Below", teams(foundIn))
                                .hint("the team that it is part of")));
    }

    private static Dialog teamAsItIs(List<String> foundIn) {
        List<FormField.Option> where = new ArrayList<>();
        where.add(new FormField.Option("", "where it is", true));
        where.addAll(teams(foundIn));
        return new Dialog(
                "change-team",
                "Change a team",
                "Its name stays: everything it owns is kept under it.",
                PageForm.of("PATCH /api/v1/teams/{team}", "Change this team")
                        .done("Changed {team}.")
                        .as("slipway team change {team} [--title {title}] [--under {parent}]"),
                List.of(
                        FormField.of(FormField.Kind.FIXED, "team", "Name").hint("stays"),
                        FormField.text("title", "What people call it").hint("title"),
                        FormField.choice("parent", "Below", where).hint("moves it")));
    }

    private static Dialog role(List<String> leads) {
        return new Dialog(
                "set-role",
                "Give a role",
                "A role holds in its team and in every team below it, and replaces the one given there before.",
                PageForm.of("PUT /api/v1/teams/{team}/members/{user}", "Give this role")
                        .done("{user} is now {role} of {team}.")
                        .as("slipway team role {team} {user} {role}"),
                List.of(
                        FormField.text("user", "Who").hint("user").must(),
                        FormField.choice("team", "Team", teams(leads)),
                        FormField.choice(
                                "role",
                                "Role",
                                List.of(
                                        role(Role.VIEWER, "sees"),
                                        new FormField.Option("member", "member, runs", true),
                                        role(Role.LEAD, "decides for the team"),
                                        role(Role.ADMIN, "may do everything there")))));
    }

    private static Dialog secret(List<String> keeps) {
        return new Dialog(
                "set-secret",
                "Set a secret",
                "Its value can be replaced, never read. What was there before is lost.",
                PageForm.of("PUT /api/v1/teams/{team}/secrets/{secret}", "Set this secret")
                        .done("Set {secret} of {team}.")
                        .as("slipway secret set {secret} --team {team}"),
                List.of(
                        FormField.choice("team", "Team", teams(keeps)),
                        FormField.text("secret", "Name").hint("secret").sample("hub-token").must(),
                        FormField.of(FormField.Kind.LONG, "value", "Value")
                                .hint("kept encrypted")
                                .must()));
    }

    /** For whom, the page asks before these: it decides which call makes it. */
    public static Dialog newToken(Offers offers) {
        PeoplePage.TokenFor first = offers.tokensFor().getFirst();
        return new Dialog(
                "new-token",
                "Make a token",
                "It may at most what its owner may. Its text is shown this once.",
                PageForm.of(first.call(), "Make this token")
                        .done("Made a token for {label}.")
                        .shownOnceIn("token-once")
                        .as(first.command()),
                List.of(
                        FormField.text("label", "What it is for")
                                .hint("label")
                                .sample("laptop")
                                .must(),
                        FormField.of(FormField.Kind.WHOLE, "days", "Days it works")
                                .hint("1 to 366")
                                .holding(String.valueOf(offers.tokenDays()))
                                .must(),
                        FormField.text("within", "Only for a team")
                                .hint("within, if any")
                                .sample("every team of its owner"),
                        FormField.of(FormField.Kind.WORDS, "only", "Only to")
                                .hint("permissions, if not all")
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
                                        name, name.equals("all") ? "all (everybody)" : name))
                .toList();
    }
}
