package slipway.evidence;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.journal.table.Table;

/** The tables of evidence: one for each kind of document, and the calibrations. */
final class EvidenceTables {

    static final Table<AppliedCalibration> CALIBRATIONS =
            named("calibration", AppliedCalibration.class, "number");

    private static final Map<Kind, Table<EvidenceDocument.Row>> DOCUMENTS =
            new EnumMap<>(Kind.class);

    static {
        Arrays.stream(Kind.values())
                .forEach(
                        it ->
                                DOCUMENTS.put(
                                        it,
                                        named(
                                                it.name().toLowerCase(Locale.ROOT),
                                                EvidenceDocument.Row.class,
                                                "id")));
    }

    private EvidenceTables() {}

    private static <R extends Record> Table<R> named(String name, Class<R> row, String key) {
        return Table.of("evidence_" + name, row, key).formerly("account_" + name);
    }

    static Table<EvidenceDocument.Row> of(Kind kind) {
        return Objects.requireNonNull(DOCUMENTS.get(kind));
    }

    static List<Table<?>> all() {
        return Stream.concat(DOCUMENTS.values().stream(), Stream.of(CALIBRATIONS)).toList();
    }
}
