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
import slipway.surface.run.commands.slurmimport.SlurmTable.Odd;
import slipway.surface.run.commands.slurmimport.SlurmTable.Row;

/** Jobs that ran, by accounting; where there is none, those that run or wait now, each as long as its limit. */
final class SlurmJobHistory {

    private static final int MOST_ON_NODE = 64;
    private static final Pattern WAITING_ARRAY =
            Pattern.compile(
                    "[0-9]{1,12}_\\[(?<indices>[0-9,:-]{1,5000})(?:%[0-9]{1,9})?(?:\\.\\.\\.)?]");
    private static final Pattern NUMBER =
            Pattern.compile("[0-9]{1,12}(?:_[0-9]{1,9})?(?<part>\\+[0-9]{1,4})?");

    private final Odd odd;
    private final SkippedItems out;
    private final List<PastJob> jobs = new ArrayList<>();
    private long parts;

    SlurmJobHistory(Odd odd, SkippedItems out) {
        this.odd = odd;
        this.out = out;
    }

    /** The oldest first. */
    List<PastJob> jobs() {
        return jobs.stream().sorted(Comparator.comparing(PastJob::submitted)).toList();
    }

    /** So many were parts of jobs of several kinds. */
    long parts() {
        return parts;
    }

    /** What {@code sacct -X -P} printed. */
    void accounting(SlurmTable slurmTable) {
        for (Row row : slurmTable.rows()) {
            String id = row.text("jobid").orElse("");
            if (id.contains(".")) {
                continue; // a step, whose job has a line of its own
            }
            long waiting = waiting(id);
            String state = row.text("state").orElse("");
            if (waiting > 0 || state.startsWith("PENDING")) {
                out.add("jobs of sacct that had not started", Math.max(1, waiting));
            } else if (state.startsWith("RUNNING") || state.startsWith("SUSPENDED")) {
                out.add("jobs of sacct that had not ended");
            } else if (isJob(id, row)) {
                ended(row);
            }
        }
    }

    private void ended(Row row) {
        Optional<Duration> took =
                row.text("elapsedraw")
                        .filter(text -> text.matches("[0-9]{1,10}"))
                        .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                        .or(() -> row.text("elapsed").flatMap(SlurmTime::lapse));
        Optional<TresAmounts> had =
                row.text("alloctres").or(() -> row.text("reqtres")).flatMap(TresAmounts::counted);
        if (took.isEmpty()) {
            odd.add(row.line(), "does not say how long it ran");
        } else if (took.get().isZero()) {
            out.add("jobs of sacct that never ran");
        } else if (had.isEmpty()) {
            odd.add(row.line(), "does not say what it had");
        } else {
            add(row, took.get(), had.get(), "submit");
        }
    }

    /** What {@code squeue} printed, for want of something better. */
    void queue(SlurmTable slurmTable) {
        for (Row row : slurmTable.rows()) {
            String id = row.text("jobid").orElse("");
            long waiting = waiting(id);
            if (waiting == 0 && !isJob(id, row)) {
                continue;
            }
            Optional<Duration> limit = limit(row);
            Optional<TresAmounts> had = asked(row);
            if (limit.isEmpty()) {
                out.add(
                        "jobs of squeue without a time limit, of which nobody knows how long they take");
            } else if (had.isEmpty()) {
                odd.add(row.line(), "does not say what it asks for");
            } else {
                for (long member = 0; member < Math.max(1, waiting); member++) {
                    add(row, limit.get(), had.get(), "submittime");
                }
            }
        }
    }

    private static Optional<TresAmounts> asked(Row row) {
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
        var each = row.text("trespernode").map(TresAmounts::generic).orElseGet(TreeMap::new);
        each.replaceAll((_, devices) -> devices * count);
        return Optional.of(new TresAmounts(count, cpus.get(), new Bytes(0), each));
    }

    /** How many members of an array wait together in one line: {@code 12_[3-9]}. */
    static long waiting(String id) {
        Matcher array = WAITING_ARRAY.matcher(id);
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
            odd.add(row.line(), "has no number of a job");
            return false;
        }
        if (number.group("part") != null) {
            parts++;
        }
        return true;
    }

    private void add(Row row, Duration took, TresAmounts had, String submitted) {
        Optional<Instant> at = row.text(submitted).flatMap(SlurmTime::moment);
        var job =
                new PastJob(
                        at.orElse(Instant.EPOCH),
                        took,
                        limit(row),
                        had,
                        row.text("account").orElse(""),
                        row.text("user").orElse(""),
                        row.text("jobname").or(() -> row.text("name")).orElse(""),
                        row.text("partition").orElse("").replace("*", ""));
        if (at.isEmpty()) {
            odd.add(row.line(), "does not say when it was submitted");
        } else if (had.allAccelerators() == 0) {
            out.add("jobs that had no accelerator");
        } else if (job.perNode() > MOST_ON_NODE || had.nodes() > 100_000) {
            out.add("jobs with more than %d accelerators on a node".formatted(MOST_ON_NODE));
        } else {
            jobs.add(job);
        }
    }

    private Optional<Duration> limit(Row row) {
        Optional<String> text = row.text("timelimit").filter(it -> !SlurmTime.isNoLimit(it));
        Optional<Duration> limit = text.flatMap(SlurmTime::lapse);
        if (text.isPresent() && limit.isEmpty()) {
            odd.add(row.line(), "has a time limit that is none");
        }
        return limit;
    }
}
