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

/** The acceptance test of a machine: the program that measures, and the report on its result. */
public final class AcceptanceTest {

    /** The prefix of the log line with the result. */
    public static final String RESULT_PREFIX = "SLIPWAY-MEASUREMENT ";

    /** The default time that each figure is measured. */
    public static final Duration DEFAULT_DURATION = Duration.ofMinutes(2);

    public static final Duration QUICK_DURATION = Duration.ofSeconds(20);
    public static final Duration MAX_DURATION = Duration.ofHours(6);
    public static final Duration MIN_DURATION = Duration.ofSeconds(5);

    /** The longest accepted document; a job that prints a longer line is ignored. */
    public static final int MAX_DOCUMENT_LENGTH = MeasurementReader.MAX_LENGTH;

    /** Exit code: the node has no Python. */
    public static final int NO_PYTHON = 69;

    static final ProblemCode UNKNOWN =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "unknown-paper",
                    "A measurement is to be held against a machine or storage that the catalog does not have.");

    private static final String HEREDOC_END = "SLIPWAY_MEASURE_ENDS_HERE";

    private final Catalog catalog;

    public AcceptanceTest(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The program: Python 3 with its standard library alone. */
    public static String program() {
        try (InputStream in = AcceptanceTest.class.getResourceAsStream("measure.py")) {
            return new String(
                    Objects.requireNonNull(in, "measure.py").readAllBytes(),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The arguments of the program. */
    public static List<String> arguments(Duration hold) {
        return List.of("--hold", Long.toString(hold.toSeconds()));
    }

    /**
     * The {@code run} script of a workload. It contains the program, so that nothing has to be installed on a node. Of
     * several Pythons it takes one that has PyTorch.
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
                .formatted(
                        NO_PYTHON,
                        HEREDOC_END,
                        program(),
                        HEREDOC_END,
                        String.join(" ", arguments(hold)));
    }

    /** The last result in a log, unparsed; empty where there is none. */
    public static Optional<String> document(String log) {
        List<String> lines = log.lines().filter(it -> it.startsWith(RESULT_PREFIX)).toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(lines.getLast().substring(RESULT_PREFIX.length()));
    }

    /**
     * @param source name of the document, for messages
     * @throws Problem with everything that is wrong with the document
     */
    public static Measurement read(String source, String json) {
        return MeasurementReader.read(source, json);
    }

    /**
     * Compares a measurement with the catalog.
     *
     * @param machine machine type by the catalog's name, for its network
     * @param storage storage tier of its files
     */
    public AcceptanceReport report(
            Measurement measurement, Optional<String> machine, Optional<String> storage) {
        checkKnown(machine, storage);
        var stated =
                new DatasheetFigures.KnownContext(
                        machine.flatMap(it -> catalog.machines(it).stream().findFirst()),
                        storage.flatMap(this::tier));
        return AcceptanceReport.of(new DatasheetFigures(catalog, stated, measurement), measurement);
    }

    /** Refuses a machine or tier that the catalog does not have. */
    public void checkKnown(Optional<String> machine, Optional<String> storage) {
        List<String> wrong = new ArrayList<>();
        machine.filter(it -> catalog.machines(it).isEmpty())
                .map(
                        it ->
                                notInCatalog(
                                        "machine",
                                        it,
                                        catalog.machines().stream()
                                                .map(MachineType::name)
                                                .toList()))
                .ifPresent(wrong::add);
        storage.filter(it -> tier(it).isEmpty())
                .map(
                        it ->
                                notInCatalog(
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

    private static String notInCatalog(String what, String name, List<String> known) {
        return "There is no %s %s in the catalog.%s"
                .formatted(
                        what,
                        UntrustedText.quoted(name),
                        SpellingSuggestion.didYouMean(name, known));
    }
}
