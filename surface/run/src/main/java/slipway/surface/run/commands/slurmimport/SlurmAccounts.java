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
import slipway.surface.run.commands.slurmimport.SlurmTable.Odd;
import slipway.surface.run.commands.slurmimport.SlurmTable.Row;

/** Accounts as teams: their names made fit, who stands below whom, shares as weights and group limits as limits. */
final class SlurmAccounts {

    /** Above all accounts; here the cluster is. */
    private static final String ROOT = "root";

    private static final int MOST_WEIGHT = 1_000_000;
    private static final int LONGEST = 50;

    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private final Map<String, String> names = new TreeMap<>();
    private final Set<String> taken = new TreeSet<>(Set.of(TeamId.ALL.value()));
    private final Map<String, Set<String>> people = new TreeMap<>();
    private final Odd odd;
    private final SkippedItems out;

    SlurmAccounts(Odd odd, SkippedItems out) {
        this.odd = odd;
        this.out = out;
    }

    private record Account(
            String name, Optional<String> parent, long weight, Map<String, Long> limits) {}

    /** What {@code sacctmgr -P show assoc} printed. */
    void read(SlurmTable slurmTable) {
        Optional<String> cluster =
                slurmTable.rows().stream().flatMap(row -> row.text("cluster").stream()).findFirst();
        for (Row row : slurmTable.rows()) {
            Optional<String> name = row.text("account");
            if (name.isEmpty()) {
                odd.add(row.line(), "names no account");
            } else if (!row.text("cluster").equals(cluster)) {
                out.add("lines of sacctmgr for another cluster than " + cluster.orElse(""));
            } else if (row.text("user").isPresent()) {
                people.computeIfAbsent(name.get(), _ -> new TreeSet<>())
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
                        .flatMap(TresAmounts::counted)
                        .map(TresAmounts::accelerators)
                        .orElse(Map.of());
        if (row.text("grptres").isPresent() && limits.isEmpty()) {
            out.say(
                    "the limit %s of account %s: only accelerators have quotas."
                            .formatted(row.text("grptres").get(), name));
        }
        return new Account(name, parent, weight(row), limits);
    }

    private long weight(Row row) {
        String share = row.text("share").orElse("1");
        if (share.matches("[0-9]{1,9}")) {
            return Math.clamp(Long.parseLong(share), 1, MOST_WEIGHT);
        }
        if (!share.equals("parent")) {
            odd.add(row.line(), "has a share that is none");
        }
        return 1;
    }

    /** An account that only jobs name. */
    void seen(String account) {
        if (!account.isEmpty() && !account.equals(ROOT)) {
            accounts.putIfAbsent(account, new Account(account, Optional.empty(), 1, Map.of()));
        }
    }

    /** The team that it becomes; a job without one belongs to all. */
    String team(String account) {
        return account.isEmpty() || account.equals(ROOT)
                ? TeamId.ALL.value()
                : names.computeIfAbsent(account, this::made);
    }

    private String made(String account) {
        String lower = account.toLowerCase(Locale.ROOT);
        String fit =
                NameSyntax.matches(lower)
                        ? lower
                        : lower.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        String plain = fit.substring(0, Math.min(LONGEST, fit.length())).replaceAll("-$", "");
        String base = plain.isEmpty() ? "team" : plain;
        String name = base;
        for (int number = 2; !taken.add(name); number++) {
            name = base + "-" + number;
        }
        return name;
    }

    int count() {
        return accounts.size();
    }

    /** Those whose names had to change: the account and its team. */
    List<String> renamed() {
        return accounts.keySet().stream()
                .filter(account -> !team(account).equals(account))
                .map(account -> "account %s is team %s".formatted(account, team(account)))
                .toList();
    }

    /** The block {@code teams:}. */
    String written() {
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

    /** What an admin types so that the teams are there, and people in them: parents first. */
    List<String> commands() {
        List<String> commands = new ArrayList<>();
        Set<String> done = new TreeSet<>();
        accounts.values().forEach(account -> found(account, done, commands));
        people.forEach(
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

    private void found(Account account, Set<String> done, List<String> commands) {
        if (!done.add(account.name)) {
            return;
        }
        Optional<Account> parent =
                account.parent.flatMap(it -> Optional.ofNullable(accounts.get(it)));
        parent.ifPresent(it -> found(it, done, commands));
        commands.add(
                "slipway team add "
                        + team(account.name)
                        + parent.map(it -> " --under " + team(it.name)).orElse(""));
    }
}
