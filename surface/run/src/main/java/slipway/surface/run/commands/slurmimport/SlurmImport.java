package slipway.surface.run.commands.slurmimport;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import slipway.base.text.Format;
import slipway.surface.run.commands.slurmimport.SlurmTable.Odd;

/** What becomes of Slurm's replies: files by their names, and a report. The same replies always give the same. */
final class SlurmImport {

    static final String SHARING = "slipway.yaml";
    static final String CLUSTER = "cluster.yaml";
    static final String TRACE = "trace.csv";
    static final String REPORT = "report.txt";

    private final Map<SlurmQuery, SlurmReply> replies;
    private final Map<SlurmQuery, Odd> odd = new EnumMap<>(SlurmQuery.class);
    private final SkippedItems out = new SkippedItems();
    private final Map<String, String> read = new LinkedHashMap<>();
    private final SlurmNodeGroups slurmNodeGroups;
    private final SlurmAccounts slurmAccounts;
    private final SlurmJobHistory slurmJobHistory;
    private final boolean accounting;
    private final List<SlurmNodeGroups.Group> groups;

    private SlurmImport(Map<SlurmQuery, SlurmReply> replies) {
        this.replies = new EnumMap<>(replies);
        for (SlurmQuery slurmQuery : SlurmQuery.values()) {
            odd.put(slurmQuery, new Odd(slurmQuery.program()));
        }
        slurmNodeGroups = new SlurmNodeGroups(of(SlurmQuery.SINFO), out);
        slurmAccounts = new SlurmAccounts(of(SlurmQuery.SACCTMGR), out);
        listing(SlurmQuery.SINFO, "nodelist", "cpus", "memory", "gres")
                .ifPresent(slurmNodeGroups::read);
        listing(SlurmQuery.SACCTMGR, "account", "user").ifPresent(slurmAccounts::read);
        Optional<SlurmTable> past = listing(SlurmQuery.SACCT, "jobid", "submit", "state");
        Optional<SlurmTable> now = listing(SlurmQuery.SQUEUE, "jobid", "submittime", "timelimit");
        accounting = past.filter(it -> !it.rows().isEmpty()).isPresent();
        slurmJobHistory =
                new SlurmJobHistory(of(accounting ? SlurmQuery.SACCT : SlurmQuery.SQUEUE), out);
        if (accounting) {
            past.ifPresent(slurmJobHistory::accounting);
        } else {
            now.ifPresent(slurmJobHistory::queue);
        }
        slurmJobHistory.jobs().forEach(job -> slurmAccounts.seen(job.account()));
        groups = slurmNodeGroups.groups();
        told(past, now);
    }

    static SlurmImport of(Map<SlurmQuery, SlurmReply> replies) {
        return new SlurmImport(replies);
    }

    private Odd of(SlurmQuery slurmQuery) {
        return Optional.ofNullable(odd.get(slurmQuery)).orElseThrow();
    }

    private Optional<SlurmTable> listing(SlurmQuery slurmQuery, String... needed) {
        return replies.get(slurmQuery) instanceof SlurmReply.Said(String text)
                ? Optional.of(SlurmTable.of(text, of(slurmQuery), List.of(needed)))
                : Optional.empty();
    }

    private void told(Optional<SlurmTable> past, Optional<SlurmTable> now) {
        tell(
                SlurmQuery.SINFO,
                "%s in %s"
                        .formatted(
                                Format.count(slurmNodeGroups.nodes(), "node"),
                                Format.count(slurmNodeGroups.partitions(), "partition")));
        tell(SlurmQuery.SQUEUE, now.map(SlurmImport::queued).orElse(""));
        tell(SlurmQuery.SACCT, Format.count(past.map(it -> it.rows().size()).orElse(0), "line"));
        tell(SlurmQuery.SACCTMGR, Format.count(slurmAccounts.count(), "account"));
    }

    private static String queued(SlurmTable now) {
        Map<Boolean, Long> running =
                now.rows().stream()
                        .collect(
                                Collectors.partitioningBy(
                                        row -> row.text("state").orElse("").equals("RUNNING"),
                                        Collectors.summingLong(
                                                row ->
                                                        Math.max(
                                                                1,
                                                                SlurmJobHistory.waiting(
                                                                        row.text("jobid")
                                                                                .orElse(""))))));
        return "%s, %,d waiting"
                .formatted(
                        Format.count(running.getOrDefault(true, 0L), "job") + " running",
                        running.getOrDefault(false, 0L));
    }

    private void tell(SlurmQuery slurmQuery, String found) {
        read.put(
                slurmQuery.program(),
                replies.get(slurmQuery) instanceof SlurmReply.Missing(String why)
                        ? "nothing: " + why
                        : found);
    }

    /** What was read, by the program that said it. */
    Map<String, String> read() {
        return read;
    }

    /** What became of it, by the file. */
    Map<String, String> mapped() {
        Map<String, String> mapped = new LinkedHashMap<>();
        if (slurmAccounts.count() > 0) {
            mapped.put(
                    SHARING,
                    "%s with weights and limits"
                            .formatted(Format.count(slurmAccounts.count(), "team")));
        }
        if (!groups.isEmpty()) {
            mapped.put(
                    CLUSTER,
                    groups.stream()
                            .map(it -> Format.accelerators((int) it.accelerators(), it.type()))
                            .collect(Collectors.joining(", ")));
        }
        if (!slurmJobHistory.jobs().isEmpty()) {
            mapped.put(
                    TRACE,
                    Format.count(slurmJobHistory.jobs().size(), "job")
                            + (accounting
                                    ? " that ended"
                                    : " of the queue, each as long as its limit"));
        }
        return mapped;
    }

    List<String> leftOut() {
        List<String> all = new ArrayList<>();
        odd.values().forEach(it -> it.sentence().ifPresent(all::add));
        all.addAll(out.sentences());
        return all;
    }

    /** What is good to know beside it. */
    List<String> notes() {
        List<String> notes = new ArrayList<>(slurmAccounts.renamed());
        if (slurmJobHistory.parts() > 0) {
            notes.add(
                    "%s of jobs of several kinds (7+1) are jobs of their own"
                            .formatted(Format.count(slurmJobHistory.parts(), "part")));
        }
        notes.add("Slurm guarantees nothing to an account, so no team has a guarantee yet");
        notes.add("times are taken as UTC; only differences count");
        return notes;
    }

    List<String> commands() {
        return slurmAccounts.commands();
    }

    /** Texts by the names of their files. */
    Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        if (slurmAccounts.count() > 0) {
            files.put(
                    SHARING,
                    "# From Slurm's accounts. Put it into the server's slipway.yaml.\n"
                            + slurmAccounts.written());
        }
        if (!groups.isEmpty()) {
            files.put(
                    CLUSTER,
                    "# From sinfo. For slipway simulate --cluster.\nnodes:\n"
                            + groups.stream()
                                    .map(SlurmNodeGroups.Group::written)
                                    .collect(Collectors.joining())
                            + slurmAccounts.written());
        }
        if (!slurmJobHistory.jobs().isEmpty()) {
            files.put(TRACE, trace());
        }
        files.put(REPORT, String.join("\n", report()) + "\n");
        return files;
    }

    private String trace() {
        return "submit,duration,accelerators,nodes,type,cpus,memory,team,limit,name,user,queue\n"
                + slurmJobHistory.jobs().stream().map(this::line).collect(Collectors.joining());
    }

    private String line(PastJob job) {
        long nodes = job.had().nodes();
        long cpus = job.had().cpus() / nodes;
        long memory = job.had().memory().count() / nodes;
        return String.join(
                        ",",
                        job.submitted().truncatedTo(ChronoUnit.SECONDS).toString(),
                        Long.toString(job.took().toSeconds()),
                        Long.toString(job.perNode()),
                        Long.toString(nodes),
                        job.had().onlyType().orElse(""),
                        cpus == 0 ? "" : Long.toString(cpus),
                        memory == 0 ? "" : memory + "B",
                        slurmAccounts.team(job.account()),
                        job.limit().map(limit -> Long.toString(limit.toSeconds())).orElse(""),
                        plain(job.name()),
                        plain(job.user()),
                        plain(job.partition()))
                + "\n";
    }

    /** A cell that needs no quotes. */
    private static String plain(String text) {
        String cell = text.replaceAll("[^A-Za-z0-9._@+-]", "-");
        return cell.substring(0, Math.min(100, cell.length()));
    }

    /** Line by line, for people. */
    List<String> report() {
        List<String> lines = new ArrayList<>();
        section(lines, "Read", read);
        section(lines, "Made", mapped());
        section(lines, "Left out", leftOut());
        section(lines, "Good to know", notes());
        section(lines, "Next, so that the teams are there", commands());
        return lines;
    }

    private static void section(List<String> lines, String title, Map<String, String> facts) {
        int widest = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
        section(
                lines,
                title,
                facts.entrySet().stream()
                        .map(
                                it ->
                                        it.getKey()
                                                + " ".repeat(widest - it.getKey().length())
                                                + "  "
                                                + it.getValue())
                        .toList());
    }

    private static void section(List<String> lines, String title, List<String> items) {
        lines.add(title);
        (items.isEmpty() ? List.of("nothing") : items).forEach(item -> lines.add("  " + item));
    }
}
