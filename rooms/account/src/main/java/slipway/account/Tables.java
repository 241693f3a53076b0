package slipway.account;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import slipway.account.Paper.Kind;
import slipway.journal.Table;

/** The room's tables: one for each kind of paper, and the calibrations. */
final class Tables {

    static final Table<Calibration> CALIBRATIONS =
            Table.of("account_calibration", Calibration.class, "number");

    private static final Map<Kind, Table<Paper.Row>> PAPERS = new EnumMap<>(Kind.class);

    static {
        Arrays.stream(Kind.values()).forEach(it -> PAPERS.put(it, named(it)));
    }

    private Tables() {}

    private static Table<Paper.Row> named(Kind kind) {
        return Table.of("account_" + kind.name().toLowerCase(Locale.ROOT), Paper.Row.class, "id");
    }

    static Table<Paper.Row> of(Kind kind) {
        return Objects.requireNonNull(PAPERS.get(kind));
    }

    static List<Table<?>> all() {
        return Stream.concat(PAPERS.values().stream(), Stream.of(CALIBRATIONS)).toList();
    }
}
