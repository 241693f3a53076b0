package slipway.surface.plan.commands;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;
import slipway.simulate.trace.Trace;
import slipway.simulate.trace.TraceJob;
import slipway.simulate.trace.Traces;
import slipway.surface.terminal.command.CommandEnvironment;

/** The monthly use, from a file with a record of jobs. */
final class UsageRecordFile {

    private static final double THOUSANDTHS = 1_000;
    private static final double MILLIS = 3_600_000;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Jobs in Slipway's format, instead of --history (slipway help simulate).")
    private Optional<Path> trace = Optional.empty();

    @Option(
            names = "--sacct",
            paramLabel = "FILE",
            description = "Jobs as sacct -P of Slurm prints them, instead of --history.")
    private Optional<Path> sacct = Optional.empty();

    /** Accelerator-hours of complete months, oldest first; the first and the last month are incomplete. */
    List<String> months(CommandEnvironment commandEnvironment) {
        Optional<Trace> read =
                trace.map(it -> Traces.slipway(commandEnvironment.here().resolve(it)))
                        .or(
                                () ->
                                        sacct.map(
                                                it ->
                                                        Traces.sacct(
                                                                commandEnvironment
                                                                        .here()
                                                                        .resolve(it))));
        return read.map(UsageRecordFile::completeMonths).orElse(List.of());
    }

    private static List<String> completeMonths(Trace trace) {
        var hours = new TreeMap<YearMonth, Double>();
        trace.jobs().forEach(it -> add(hours, it));
        if (hours.size() > 2) {
            hours.pollFirstEntry();
            hours.pollLastEntry();
        }
        if (hours.isEmpty()) {
            return List.of();
        }
        // A month without a job has 0 hours; the parser of a history refuses it by name.
        for (YearMonth it = hours.firstKey(); it.isBefore(hours.lastKey()); it = it.plusMonths(1)) {
            hours.putIfAbsent(it, 0.0);
        }
        return hours.values().stream().map(UsageRecordFile::text).toList();
    }

    /** A job that runs over the end of a month counts in both. */
    private static void add(Map<YearMonth, Double> hours, TraceJob traceJob) {
        Instant from = traceJob.recorded().start().orElse(traceJob.submitted());
        Instant end = from.plus(traceJob.duration());
        while (from.isBefore(end)) {
            YearMonth month = YearMonth.from(from.atOffset(ZoneOffset.UTC));
            Instant next = month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
            Instant until = end.isBefore(next) ? end : next;
            double elapsed = Duration.between(from, until).toMillis() / MILLIS;
            hours.merge(month, elapsed * traceJob.totalThousandths() / THOUSANDTHS, Double::sum);
            from = until;
        }
    }

    private static String text(double hours) {
        return BigDecimal.valueOf(hours).setScale(3, RoundingMode.HALF_EVEN).toPlainString();
    }
}
