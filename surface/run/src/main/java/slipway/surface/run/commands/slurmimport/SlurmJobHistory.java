package slipway.surface.run.commands.slurmimport;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;
import slipway.surface.run.commands.slurmimport.SlurmTable.InvalidLines;
import slipway.surface.run.commands.slurmimport.SlurmTable.Row;

/** The jobs from accounting; without accounting the jobs of the queue, each assumed to run to its time limit. */
final class SlurmJobHistory {

    private static final int MAX_PER_NODE = 64;
    private static final Pattern PENDING_ARRAY =
            Pattern.compile(
                    "[0-9]{1,12}_\\[(?<indices>[0-9,:-]{1,5000})(?:%[0-9]{1,9})?(?:\\.\\.\\.)?]");
    private static final Pattern NUMBER =
            Pattern.compile("[0-9]{1,12}(?:_[0-9]{1,9})?(?<part>\\+[0-9]{1,4})?");

    private final InvalidLines invalid;
    private final SkippedItems skipped;
    private final List<PastJob> jobs = new ArrayList<>();
    private long heterogeneousParts;

    SlurmJobHistory(InvalidLines invalid, SkippedItems skipped) {
        this.invalid = invalid;
        this.skipped = skipped;
    }

    /** Oldest first. */
    List<PastJob> jobs() {
        return jobs.stream().sorted(Comparator.comparing(PastJob::submitted)).toList();
    }

    /** How many jobs are components of heterogeneous jobs. */
    long heterogeneousParts() {
        return heterogeneousParts;
    }

    /** Reads the output of {@code sacct -X -P}. */
    void readAccounting(SlurmTable slurmTable) {
        for (Row row : slurmTable.rows()) {
            String id = row.text("jobid").orElse("");
            if (id.contains(".")) {
                continue; // a step; its job has another line
            }
            long pendingMembers = pendingMembers(id);
            String state = row.text("state").orElse("");
            if (pendingMembers > 0 || state.startsWith("PENDING")) {
                skipped.add("jobs of sacct that had not started", Math.max(1, pendingMembers));
            } else if (state.startsWith("RUNNING") || state.startsWith("SUSPENDED")) {
                skipped.add("jobs of sacct that had not ended");
            } else if (isJob(id, row)) {
                addEnded(row);
            }
        }
    }

    private void addEnded(Row row) {
        Optional<Duration> ran =
                row.text("elapsedraw")
                        .filter(text -> text.matches("[0-9]{1,10}"))
                        .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                        .or(() -> row.text("elapsed").flatMap(SlurmTime::duration));
        Optional<TresAmounts> allocated =
                row.text("alloctres").or(() -> row.text("reqtres")).flatMap(TresAmounts::parse);
        if (ran.isEmpty()) {
            invalid.add(row.line(), "has no run time");
        } else if (ran.get().isZero()) {
            skipped.add("jobs of sacct that never ran");
        } else if (allocated.isEmpty()) {
            invalid.add(row.line(), "has no allocated resources");
        } else {
            add(row, ran.get(), allocated.get(), "submit");
        }
    }

    /** Reads the output of {@code squeue}, if there is no accounting. */
    void readQueue(SlurmTable slurmTable) {
        for (Row row : slurmTable.rows()) {
            String id = row.text("jobid").orElse("");
            long pendingMembers = pendingMembers(id);
            if (pendingMembers == 0 && !isJob(id, row)) {
                continue;
            }
            Optional<Duration> limit = limit(row);
            Optional<TresAmounts> allocated = requested(row);
            if (limit.isEmpty()) {
                skipped.add("jobs of squeue without a time limit, which have no known duration");
            } else if (allocated.isEmpty()) {
                invalid.add(row.line(), "has no requested resources");
            } else {
                for (long member = 0; member < Math.max(1, pendingMembers); member++) {
                    add(row, limit.get(), allocated.get(), "submittime");
                }
            }
        }
    }

    private static Optional<TresAmounts> requested(Row row) {
        Function<String, Optional<Long>> number =
                column ->
                        row.text(column)
                                .map(text -> text.replaceAll("-.*", ""))
                                .filter(text -> text.matches("[0-9]{1,9}"))
                                .map(Long::valueOf);
        Optional<Long> nodes = number.apply("nodes");
        Optional<Long> cpus = number.apply("cpus");
        if (nodes.isEmpty() || cpus.isEmpty()) {
            return Optional.empty();
        }
        long count = Math.max(1, nodes.get());
        var each = row.text("trespernode").map(TresAmounts::parseGres).orElseGet(TreeMap::new);
        each.replaceAll((_, devices) -> devices * count);
        return Optional.of(new TresAmounts(count, cpus.get(), new Bytes(0), each));
    }

    /** How many pending members of an array share one line: {@code 12_[3-9]}. 0 for another job. */
    static long pendingMembers(String id) {
        Matcher array = PENDING_ARRAY.matcher(id);
        if (!array.matches()) {
            return 0;
        }
        String indices = array.group("indices").replaceAll(":[0-9]+", "");
        long step =
                array.group("indices").matches("[0-9]+-[0-9]+:[0-9]{1,9}")
                        ? Math.max(1, Long.parseLong(array.group("indices").replaceAll(".*:", "")))
                        : 1;
        return HostList.of("x[" + indices + "]")
                .map(names -> Math.ceilDiv(names.size(), step))
                .orElse(1L);
    }

    private boolean isJob(String id, Row row) {
        Matcher number = NUMBER.matcher(id);
        if (!number.matches()) {
            invalid.add(row.line(), "has no job id");
            return false;
        }
        if (number.group("part") != null) {
            heterogeneousParts++;
        }
        return true;
    }

    private void add(Row row, Duration ran, TresAmounts allocated, String submitted) {
        Optional<Instant> at = row.text(submitted).flatMap(SlurmTime::instant);
        var job =
                new PastJob(
                        at.orElse(Instant.EPOCH),
                        ran,
                        limit(row),
                        allocated,
                        row.text("account").orElse(""),
                        row.text("user").orElse(""),
                        row.text("jobname").or(() -> row.text("name")).orElse(""),
                        row.text("partition").orElse("").replace("*", ""));
        if (at.isEmpty()) {
            invalid.add(row.line(), "has no submit time");
        } else if (allocated.allAccelerators() == 0) {
            skipped.add("jobs without an accelerator");
        } else if (job.perNode() > MAX_PER_NODE || allocated.nodes() > 100_000) {
            skipped.add("jobs with more than %d accelerators on a node".formatted(MAX_PER_NODE));
        } else {
            jobs.add(job);
        }
    }

    private Optional<Duration> limit(Row row) {
        Optional<String> text = row.text("timelimit").filter(it -> !SlurmTime.isNoLimit(it));
        Optional<Duration> limit = text.flatMap(SlurmTime::duration);
        if (text.isPresent() && limit.isEmpty()) {
            invalid.add(row.line(), "has an invalid time limit");
        }
        return limit;
    }
}
