package slipway.plan.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.catalog.Catalog;
import slipway.catalog.MachineType;
import slipway.catalog.StorageTier;

/** The acceptance test of a machine: the program that measures, and what its result says. */
public final class AcceptanceTest {

    /** What a line of the log begins with that holds the result. */
    public static final String MARK = "SLIPWAY-MEASUREMENT ";

    /** So long is held what nobody says anything about. */
    public static final Duration USUAL = Duration.ofMinutes(2);

    public static final Duration QUICK = Duration.ofSeconds(20);
    public static final Duration LONGEST = Duration.ofHours(6);
    public static final Duration SHORTEST = Duration.ofSeconds(5);

    /** Longer than any document: a job that prints more into one line is not believed. */
    public static final int LONGEST_DOCUMENT = MeasurementReader.LONGEST;

    /** The test found no Python. */
    public static final int NO_PYTHON = 69;

    static final ProblemCode UNKNOWN =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "unknown-paper",
                    "A measurement is to be held against a machine or storage that the catalog does not have.");

    private static final String END = "SLIPWAY_MEASURE_ENDS_HERE";

    private final Catalog catalog;

    public AcceptanceTest(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The program itself: Python 3, by its standard library alone. */
    public static String program() {
        try (InputStream in = AcceptanceTest.class.getResourceAsStream("measure.py")) {
            return new String(
                    Objects.requireNonNull(in, "measure.py").readAllBytes(),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the program is given. */
    public static List<String> arguments(Duration hold) {
        return List.of("--hold", Long.toString(hold.toSeconds()));
    }

    /**
     * A workload's {@code run}: it carries the program, so that nothing has to be installed on a node. Of several
     * Pythons it takes one that has PyTorch.
     */
    public static String script(Duration hold) {
        return """
        #!/bin/sh
        # The acceptance test of this node: slipway plan measure. Its result is one line of this log.
        python=
        for each in python3 /usr/bin/python3 /opt/conda/bin/python3; do
            command -v "$each" >/dev/null 2>&1 || continue
            python=${python:-$each}
            if "$each" -c 'import torch' >/dev/null 2>&1; then python=$each; break; fi
        done
        if [ -z "$python" ]; then
            echo "There is no python3 on this node, and the test is written in Python."
            echo "Install it there, or name an environment that has it; then measure again."
            exit %d
        fi
        program=${TMPDIR:-/tmp}/slipway-measure-$$.py
        trap 'rm -f "$program"' EXIT
        cat > "$program" <<'%s'
        %s
        %s
        "$python" "$program" %s
        """
                .formatted(NO_PYTHON, END, program(), END, String.join(" ", arguments(hold)));
    }

    /** The last result in a log; empty where there is none. What cannot be read is a problem. */
    public static Optional<String> document(String log) {
        List<String> lines = log.lines().filter(it -> it.startsWith(MARK)).toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(lines.getLast().substring(MARK.length()));
    }

    /**
     * @param source what people call it, for messages
     * @throws Problem with everything that is wrong with it
     */
    public static Measurement read(String source, String json) {
        return MeasurementReader.read(source, json);
    }

    /**
     * Holds it against the catalog.
     *
     * @param machine as the catalog names it, for its network
     * @param storage the tier on which its files lie
     */
    public AcceptanceReport report(
            Measurement measurement, Optional<String> machine, Optional<String> storage) {
        check(machine, storage);
        var stated =
                new DatasheetFigures.Stated(
                        machine.flatMap(it -> catalog.machines(it).stream().findFirst()),
                        storage.flatMap(this::tier));
        return AcceptanceReport.of(new DatasheetFigures(catalog, stated, measurement), measurement);
    }

    /** Refuses what the catalog does not have. */
    public void check(Optional<String> machine, Optional<String> storage) {
        List<String> wrong = new ArrayList<>();
        machine.filter(it -> catalog.machines(it).isEmpty())
                .map(
                        it ->
                                missing(
                                        "machine",
                                        it,
                                        catalog.machines().stream()
                                                .map(MachineType::name)
                                                .toList()))
                .ifPresent(wrong::add);
        storage.filter(it -> tier(it).isEmpty())
                .map(
                        it ->
                                missing(
                                        "storage tier",
                                        it,
                                        catalog.storage().stream().map(StorageTier::name).toList()))
                .ifPresent(wrong::add);
        if (!wrong.isEmpty()) {
            throw new Problem(
                    UNKNOWN,
                    "Nothing is known to hold the measurement against.",
                    String.join(" ", wrong),
                    "Add a row to the catalog's files, or leave it out.");
        }
    }

    private Optional<StorageTier> tier(String name) {
        return catalog.storage().stream()
                .filter(it -> it.name().equalsIgnoreCase(name))
                .findFirst();
    }

    private static String missing(String what, String name, List<String> known) {
        return "There is no %s %s in the catalog.%s"
                .formatted(
                        what,
                        UntrustedText.quoted(name),
                        SpellingSuggestion.didYouMean(name, known));
    }
}
