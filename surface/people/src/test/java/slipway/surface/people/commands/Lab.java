package slipway.surface.people.commands;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.surface.api.people.TeamRole;
import slipway.surface.people.api.TeamRoutes.MemberView;
import slipway.surface.people.api.TeamRoutes.SecretView;
import slipway.surface.people.api.TeamView;
import slipway.surface.people.api.TokenView;
import slipway.surface.people.api.UserView;

/** A few people and teams, with names that are long, wide, from right to left, or want to steer the terminal. */
final class Lab {

    static final TeamId ALL = TeamId.ALL;
    static final TeamId VISION = new TeamId("vision");
    static final TeamId LANGUAGE = new TeamId("language");
    static final UserId MIRA = new UserId("mira");
    static final Instant MORNING = Instant.parse("2026-09-17T08:12:00Z");

    static final List<TeamView> TEAMS =
            List.of(
                    new TeamView(ALL, Optional.empty(), "Everybody", 7, Role.ADMIN),
                    new TeamView(LANGUAGE, Optional.of(ALL), "Sprache und 言語", 3, Role.ADMIN),
                    new TeamView(
                            VISION,
                            Optional.of(ALL),
                            "Vision <b>\u001b[31m & friends",
                            4,
                            Role.ADMIN));

    static final List<MemberView> MEMBERS =
            List.of(
                    new MemberView(MIRA, Optional.of(Role.LEAD), Optional.empty(), Role.LEAD),
                    new MemberView(
                            new UserId("kofi"),
                            Optional.empty(),
                            Optional.of(Role.MEMBER),
                            Role.MEMBER),
                    new MemberView(
                            new UserId("sam"),
                            Optional.of(Role.VIEWER),
                            Optional.empty(),
                            Role.ADMIN));

    static final List<UserView> USERS =
            List.of(
                    person(
                            "kofi",
                            "Kofi Ásgeirsson 👩‍🚀",
                            true,
                            true,
                            new TeamRole(VISION, Role.MEMBER)),
                    person(
                            "mira",
                            "Mira Lindqvist",
                            true,
                            false,
                            new TeamRole(LANGUAGE, Role.MEMBER),
                            new TeamRole(VISION, Role.LEAD)),
                    new UserView(
                            new UserId("ci-vision"),
                            "Deploys from CI",
                            Optional.empty(),
                            UserView.Sort.SERVICE,
                            Optional.of(VISION),
                            true,
                            false,
                            List.of(new TeamRole(VISION, Role.MEMBER))),
                    person("omar", "عمر", false, false));

    static final List<TokenView> TOKENS =
            List.of(
                    new TokenView(
                            "4tQm1vNc",
                            MIRA,
                            "laptop",
                            Optional.empty(),
                            Optional.empty(),
                            MORNING,
                            Optional.of(Instant.parse("2026-12-16T08:12:00Z")),
                            Optional.of(MORNING),
                            Optional.of("10.4.2.31"),
                            false),
                    new TokenView(
                            "Yc7RmX2v",
                            MIRA,
                            "nightly evaluation of every model that vision keeps",
                            Optional.of(VISION),
                            Optional.of(List.of(Permission.EVENTS_READ, Permission.NOTES_WRITE)),
                            MORNING,
                            Optional.of(Instant.parse("2026-09-16T08:12:00Z")),
                            Optional.empty(),
                            Optional.empty(),
                            false),
                    new TokenView(
                            "9xKd02Lq",
                            MIRA,
                            "browser",
                            Optional.empty(),
                            Optional.empty(),
                            MORNING,
                            Optional.of(Instant.parse("2026-09-18T02:12:00Z")),
                            Optional.of(MORNING),
                            Optional.of("10.4.2.31"),
                            true));

    static final List<SecretView> SECRETS =
            List.of(
                    new SecretView("hub-token", MORNING, "mira"),
                    new SecretView("wandb-key", Instant.parse("2026-03-03T10:00:00Z"), "kofi"));

    private Lab() {}

    private static UserView person(
            String user, String shown, boolean enabled, boolean signedOn, TeamRole... roles) {
        return new UserView(
                new UserId(user),
                shown,
                Optional.of(user + "@example.org"),
                UserView.Sort.PERSON,
                Optional.empty(),
                enabled,
                signedOn,
                List.of(roles));
    }
}
