package slipway.base;

import java.util.Arrays;
import java.util.Optional;

/**
 * The permission that a route requires, always within one team. A role grants every permission whose least role it
 * reaches; a token may be restricted to some of them.
 */
public enum Permission implements WireNamed {
    TEAM_READ("team:read", Role.VIEWER, "See a team, its people and the teams below it."),
    EVENTS_READ("events:read", Role.VIEWER, "Read what happened in a team."),
    NOTES_WRITE("notes:write", Role.MEMBER, "Write a note into the journal."),
    WORKLOADS_READ("workloads:read", Role.VIEWER, "See a team's workloads and their logs."),
    WORKLOADS_WRITE(
            "workloads:write", Role.MEMBER, "Submit, cancel and reorder a team's workloads."),
    NODES_READ("nodes:read", Role.VIEWER, "See the nodes and what is free on them."),
    NODES_WRITE("nodes:write", Role.ADMIN, "Drain and restore nodes."),
    PLAN_WRITE("plan:write", Role.ADMIN, "Measure machines, and apply and undo calibrations."),
    SECRETS_READ("secrets:read", Role.MEMBER, "See the names of a team's secrets, never a value."),
    SECRETS_WRITE("secrets:write", Role.MEMBER, "Set, replace and remove a team's secrets."),
    TEAM_WRITE(
            "team:write",
            Role.LEAD,
            "Change a team, its people and their roles, and found teams below it."),
    ACCOUNTS_WRITE("accounts:write", Role.LEAD, "Make a team's service accounts and their tokens."),
    WEBHOOKS_WRITE("webhooks:write", Role.LEAD, "See and change the webhooks of a team."),
    METRICS_READ("metrics:read", Role.VIEWER, "Read the server's own measurements."),
    PEOPLE_READ("people:read", Role.VIEWER, "See everybody who has an account."),
    PEOPLE_WRITE("people:write", Role.ADMIN, "Add people, change them, and shut them out."),
    AUDIT_READ("audit:read", Role.ADMIN, "Read the audit log's seals and proofs."),
    AUDIT_WRITE("audit:write", Role.ADMIN, "Seal the audit log now, and check all of it."),
    SETTINGS_READ("settings:read", Role.ADMIN, "See how the server is set up."),
    SETTINGS_WRITE(
            "settings:write", Role.ADMIN, "Change how the server works, such as its readers.");

    private final String word;
    private final Role leastRole;
    private final String meaning;

    Permission(String word, Role least, String meaning) {
        this.word = word;
        this.leastRole = least;
        this.meaning = meaning;
    }

    public static Optional<Permission> parse(String word) {
        return Arrays.stream(values()).filter(one -> one.word.equals(word)).findFirst();
    }

    /** The name in texts and the API: {@code team:read}. */
    @Override
    public String wireName() {
        return word;
    }

    /** The lowest role that grants it. */
    public Role leastRole() {
        return leastRole;
    }

    public String meaning() {
        return meaning;
    }

    public boolean grantedTo(Role role) {
        return role.compareTo(leastRole) >= 0;
    }
}
