package slipway.journal;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.journal.table.RowSink;
import slipway.journal.table.UnreadableRow;

/** Collects the stored rows that cannot be read, so that one of them stops no start and no list. */
final class UnreadableRows {

    private static final Logger LOG = LoggerFactory.getLogger(UnreadableRows.class);
    private static final int CAPACITY = 1_000;

    private final Map<String, UnreadableRow> rows = new ConcurrentHashMap<>();

    /** Passes on every row that can be read, and keeps the others. */
    <R extends Record> RowSink<R> skipping(RowSink<R> each) {
        return new RowSink<>() {
            @Override
            public void row(R record) {
                each.row(record);
            }

            @Override
            public void unreadable(UnreadableRow row) {
                if (rows.size() < CAPACITY && rows.put(row.table() + row.key(), row) == null) {
                    LOG.error("{}. It is skipped.", row.getMessage(), row);
                }
            }
        };
    }

    Collection<UnreadableRow> rows() {
        return List.copyOf(rows.values());
    }
}
