package slipway.surface.run.commands.slurmimport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import slipway.base.NameSyntax;
import slipway.base.TeamId;
import slipway.surface.run.commands.slurmimport.SlurmTable.InvalidLines;
import slipway.surface.run.commands.slurmimport.SlurmTable.Row;

/** Converts Slurm accounts to teams: valid names, the tree, shares as weights, group limits as quota limits. */
final class SlurmAccounts {

    /** The parent of all accounts; the root team of Slipway takes its place. */
    private static final String ROOT = "root";

    private static final int MAX_WEIGHT = 1_000_000;
    private static final int MAX_NAME_LENGTH = 50;

    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private final Map<String, String> names = new TreeMap<>();
    private final Set<String> taken = new TreeSet<>(Set.of(TeamId.ALL.value()));
    private final Map<String, Set<String>> members = new TreeMap<>();
    private final InvalidLines invalid;
    private final SkippedItems skipped;

    SlurmAccounts(InvalidLines invalid, SkippedItems skipped) {
        this.invalid = invalid;
        this.skipped = skipped;
    }

    private record Account(
            String name, Optional<String> parent, long weight, Map<String, Long> limits) {}

    /** Reads the output of {@code sacctmgr -P show assoc}. */
    void read(SlurmTable slurmTable) {
        Optional<String> cluster =
                slurmTable.rows().stream().flatMap(row -> row.text("cluster").stream()).findFirst();
        for (Row row : slurmTable.rows()) {
            Optional<String> name = row.text("account");
            if (name.isEmpty()) {
                invalid.add(row.line(), "names no account");
            } else if (!row.text("cluster").equals(cluster)) {
                skipped.add("lines of sacctmgr for another cluster than " + cluster.orElse(""));
            } else if (row.text("user").isPresent()) {
                members.computeIfAbsent(name.get(), _ -> new TreeSet<>())
                        .add(row.text("user").get());
            } else if (!name.get().equals(ROOT)) {
                accounts.putIfAbsent(name.get(), account(row, name.get()));
            }
        }
    }

    private Account account(Row row, String name) {
        Optional<String> parent =
                row.text("parname").or(() -> row.text("parentname")).filter(it -> !it.equals(ROOT));
        Map<String, Long> limits =
                row.text("grptres")
                        .flatMap(TresAmounts::parse)
                        .map(TresAmounts::accelerators)
                        .orElse(Map.of());
        if (row.text("grptres").isPresent() && limits.isEmpty()) {
            skipped.note(
                    "the limit %s of account %s: only accelerators have quotas."
                            .formatted(row.text("grptres").get(), name));
        }
        return new Account(name, parent, weight(row), limits);
    }

    private long weight(Row row) {
        String share = row.text("share").orElse("1");
        if (share.matches("[0-9]{1,9}")) {
            return Math.clamp(Long.parseLong(share), 1, MAX_WEIGHT);
        }
        if (!share.equals("parent")) {
            invalid.add(row.line(), "has an invalid share");
        }
        return 1;
    }

    /** Adds an account that only jobs name. */
    void addFromJob(String account) {
        if (!account.isEmpty() && !account.equals(ROOT)) {
            accounts.putIfAbsent(account, new Account(account, Optional.empty(), 1, Map.of()));
        }
    }

    /** The team of an account; a job without an account belongs to the root team. */
    String team(String account) {
        return account.isEmpty() || account.equals(ROOT)
                ? TeamId.ALL.value()
                : names.computeIfAbsent(account, this::newTeamName);
    }

    private String newTeamName(String account) {
        String lower = account.toLowerCase(Locale.ROOT);
        String valid =
                NameSyntax.matches(lower)
                        ? lower
                        : lower.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        String shortened =
                valid.substring(0, Math.min(MAX_NAME_LENGTH, valid.length())).replaceAll("-$", "");
        String base = shortened.isEmpty() ? "team" : shortened;
        String name = base;
        for (int number = 2; !taken.add(name); number++) {
            name = base + "-" + number;
        }
        return name;
    }

    int count() {
        return accounts.size();
    }

    /** A sentence for each account whose team has another name. */
    List<String> renamed() {
        return accounts.keySet().stream()
                .filter(account -> !team(account).equals(account))
                .map(account -> "account %s is team %s".formatted(account, team(account)))
                .toList();
    }

    /** The {@code teams} block of slipway.yaml. */
    String yaml() {
        if (accounts.isEmpty()) {
            return "";
        }
        return "teams:\n"
                + accounts.values().stream().map(this::line).collect(Collectors.joining());
    }

    private String line(Account account) {
        String parent =
                account.parent
                        .filter(accounts::containsKey)
                        .map(it -> "parent: " + team(it) + ", ")
                        .orElse("");
        String quota =
                account.limits.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(
                                limit ->
                                        "%s: {limit: %d}"
                                                .formatted(
                                                        limit.getKey().isEmpty()
                                                                ? "any"
                                                                : limit.getKey(),
                                                        limit.getValue()))
                        .collect(Collectors.joining(", "));
        return "  %s: {%sweight: %d%s}\n"
                .formatted(
                        team(account.name),
                        parent,
                        account.weight,
                        quota.isEmpty() ? "" : ", quota: {" + quota + "}");
    }

    /** The commands that create the teams, parents first, and add their members. */
    List<String> commands() {
        List<String> commands = new ArrayList<>();
        Set<String> done = new TreeSet<>();
        accounts.values().forEach(account -> addTeam(account, done, commands));
        members.forEach(
                (account, users) -> {
                    if (accounts.containsKey(account)) {
                        users.forEach(
                                user ->
                                        commands.add(
                                                "slipway team role %s %s member"
                                                        .formatted(team(account), user)));
                    }
                });
        return commands;
    }

    private void addTeam(Account account, Set<String> done, List<String> commands) {
        if (!done.add(account.name)) {
            return;
        }
        Optional<Account> parent =
                account.parent.flatMap(it -> Optional.ofNullable(accounts.get(it)));
        parent.ifPresent(it -> addTeam(it, done, commands));
        commands.add(
                "slipway team add "
                        + team(account.name)
                        + parent.map(it -> " --under " + team(it.name)).orElse(""));
    }
}
