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
import slipway.surface.run.commands.slurmimport.SlurmTable.InvalidLines;

/** Converts the replies of Slurm to files and a report. The result is a pure function of the replies. */
final class SlurmImport {

    static final String TEAMS = "slipway.yaml";
    static final String CLUSTER = "cluster.yaml";
    static final String TRACE = "trace.csv";
    static final String REPORT = "report.txt";

    private final Map<SlurmQuery, SlurmReply> replies;
    private final Map<SlurmQuery, InvalidLines> invalid = new EnumMap<>(SlurmQuery.class);
    private final SkippedItems skippedItems = new SkippedItems();
    private final Map<String, String> read = new LinkedHashMap<>();
    private final SlurmNodeGroups slurmNodeGroups;
    private final SlurmAccounts slurmAccounts;
    private final SlurmJobHistory slurmJobHistory;
    private final boolean accounting;
    private final List<SlurmNodeGroups.Group> groups;

    private SlurmImport(Map<SlurmQuery, SlurmReply> replies) {
        this.replies = new EnumMap<>(replies);
        for (SlurmQuery slurmQuery : SlurmQuery.values()) {
            invalid.put(slurmQuery, new InvalidLines(slurmQuery.program()));
        }
        slurmNodeGroups = new SlurmNodeGroups(invalidLines(SlurmQuery.SINFO), skippedItems);
        slurmAccounts = new SlurmAccounts(invalidLines(SlurmQuery.SACCTMGR), skippedItems);
        table(SlurmQuery.SINFO, "nodelist", "cpus", "memory", "gres")
                .ifPresent(slurmNodeGroups::read);
        table(SlurmQuery.SACCTMGR, "account", "user").ifPresent(slurmAccounts::read);
        Optional<SlurmTable> accountingTable = table(SlurmQuery.SACCT, "jobid", "submit", "state");
        Optional<SlurmTable> queueTable =
                table(SlurmQuery.SQUEUE, "jobid", "submittime", "timelimit");
        accounting = accountingTable.filter(it -> !it.rows().isEmpty()).isPresent();
        slurmJobHistory =
                new SlurmJobHistory(
                        invalidLines(accounting ? SlurmQuery.SACCT : SlurmQuery.SQUEUE),
                        skippedItems);
        if (accounting) {
            accountingTable.ifPresent(slurmJobHistory::readAccounting);
        } else {
            queueTable.ifPresent(slurmJobHistory::readQueue);
        }
        slurmJobHistory.jobs().forEach(job -> slurmAccounts.addFromJob(job.account()));
        groups = slurmNodeGroups.groups();
        summarize(accountingTable, queueTable);
    }

    static SlurmImport of(Map<SlurmQuery, SlurmReply> replies) {
        return new SlurmImport(replies);
    }

    private InvalidLines invalidLines(SlurmQuery slurmQuery) {
        return Optional.ofNullable(invalid.get(slurmQuery)).orElseThrow();
    }

    private Optional<SlurmTable> table(SlurmQuery slurmQuery, String... needed) {
        return replies.get(slurmQuery) instanceof SlurmReply.Received(String text)
                ? Optional.of(SlurmTable.of(text, invalidLines(slurmQuery), List.of(needed)))
                : Optional.empty();
    }

    private void summarize(Optional<SlurmTable> accountingTable, Optional<SlurmTable> queueTable) {
        addRead(
                SlurmQuery.SINFO,
                "%s in %s"
                        .formatted(
                                Format.count(slurmNodeGroups.nodes(), "node"),
                                Format.count(slurmNodeGroups.partitions(), "partition")));
        addRead(SlurmQuery.SQUEUE, queueTable.map(SlurmImport::queued).orElse(""));
        addRead(
                SlurmQuery.SACCT,
                Format.count(accountingTable.map(it -> it.rows().size()).orElse(0), "line"));
        addRead(SlurmQuery.SACCTMGR, Format.count(slurmAccounts.count(), "account"));
    }

    private static String queued(SlurmTable queueTable) {
        Map<Boolean, Long> running =
                queueTable.rows().stream()
                        .collect(
                                Collectors.partitioningBy(
                                        row -> row.text("state").orElse("").equals("RUNNING"),
                                        Collectors.summingLong(
                                                row ->
                                                        Math.max(
                                                                1,
                                                                SlurmJobHistory.pendingMembers(
                                                                        row.text("jobid")
                                                                                .orElse(""))))));
        return "%s, %,d waiting"
                .formatted(
                        Format.count(running.getOrDefault(true, 0L), "job") + " running",
                        running.getOrDefault(false, 0L));
    }

    private void addRead(SlurmQuery slurmQuery, String found) {
        read.put(
                slurmQuery.program(),
                replies.get(slurmQuery) instanceof SlurmReply.Missing(String why)
                        ? "nothing: " + why
                        : found);
    }

    /** A summary of the input, by program. */
    Map<String, String> read() {
        return read;
    }

    /** A summary of the output, by file. */
    Map<String, String> created() {
        Map<String, String> created = new LinkedHashMap<>();
        if (slurmAccounts.count() > 0) {
            created.put(
                    TEAMS,
                    "%s with weights and limits"
                            .formatted(Format.count(slurmAccounts.count(), "team")));
        }
        if (!groups.isEmpty()) {
            created.put(
                    CLUSTER,
                    groups.stream()
                            .map(it -> Format.accelerators((int) it.accelerators(), it.type()))
                            .collect(Collectors.joining(", ")));
        }
        if (!slurmJobHistory.jobs().isEmpty()) {
            created.put(
                    TRACE,
                    Format.count(slurmJobHistory.jobs().size(), "job")
                            + (accounting
                                    ? " that ended"
                                    : " of the queue, each as long as its limit"));
        }
        return created;
    }

    List<String> skipped() {
        List<String> all = new ArrayList<>();
        invalid.values().forEach(it -> it.sentence().ifPresent(all::add));
        all.addAll(skippedItems.sentences());
        return all;
    }

    /** Assumptions and changes that the user should know. */
    List<String> notes() {
        List<String> notes = new ArrayList<>(slurmAccounts.renamed());
        if (slurmJobHistory.heterogeneousParts() > 0) {
            notes.add(
                    "%s of heterogeneous jobs (7+1) became separate jobs"
                            .formatted(Format.count(slurmJobHistory.heterogeneousParts(), "part")));
        }
        notes.add("Slurm accounts have no guaranteed share, so the teams have no guarantee yet");
        notes.add("times are read as UTC; only differences matter");
        return notes;
    }

    List<String> commands() {
        return slurmAccounts.commands();
    }

    /** The content of each file, by name. */
    Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        if (slurmAccounts.count() > 0) {
            files.put(
                    TEAMS,
                    "# From Slurm's accounts. Add this to the server's slipway.yaml.\n"
                            + slurmAccounts.yaml());
        }
        if (!groups.isEmpty()) {
            files.put(
                    CLUSTER,
                    "# From sinfo. For slipway simulate --cluster.\nnodes:\n"
                            + groups.stream()
                                    .map(SlurmNodeGroups.Group::yaml)
                                    .collect(Collectors.joining())
                            + slurmAccounts.yaml());
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
        long nodes = job.allocated().nodes();
        long cpus = job.allocated().cpus() / nodes;
        long memory = job.allocated().memory().count() / nodes;
        return String.join(
                        ",",
                        job.submitted().truncatedTo(ChronoUnit.SECONDS).toString(),
                        Long.toString(job.ran().toSeconds()),
                        Long.toString(job.perNode()),
                        Long.toString(nodes),
                        job.allocated().onlyType().orElse(""),
                        cpus == 0 ? "" : Long.toString(cpus),
                        memory == 0 ? "" : memory + "B",
                        slurmAccounts.team(job.account()),
                        job.limit().map(limit -> Long.toString(limit.toSeconds())).orElse(""),
                        cell(job.name()),
                        cell(job.user()),
                        cell(job.partition()))
                + "\n";
    }

    /** Replaces characters that would need quotes in CSV. */
    private static String cell(String text) {
        String cell = text.replaceAll("[^A-Za-z0-9._@+-]", "-");
        return cell.substring(0, Math.min(100, cell.length()));
    }

    /** The report as lines of text. */
    List<String> report() {
        List<String> lines = new ArrayList<>();
        section(lines, "Read", read);
        section(lines, "Created", created());
        section(lines, "Skipped", skipped());
        section(lines, "Notes", notes());
        section(lines, "Next: create the teams", commands());
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
