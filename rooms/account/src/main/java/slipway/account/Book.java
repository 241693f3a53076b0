package slipway.account;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.ModuleRequest;
import slipway.journal.RowChange;
import slipway.journal.Snapshot;
import slipway.journal.TableReader;

/** The room's picture: every calibration there ever was, in the order in which they were applied. */
record Book(List<Calibration> calibrations) implements Snapshot<Book> {

    private static final String SUBJECT = "calibration";

    public Book {
        calibrations = List.copyOf(calibrations);
    }

    static Book read(TableReader tableReader) {
        var all = new TreeMap<Long, Calibration>();
        tableReader.rows(Tables.CALIBRATIONS, it -> all.put(it.number(), it));
        return new Book(List.copyOf(all.values()));
    }

    /** The newest that was not undone. */
    Optional<Calibration> inForce() {
        return calibrations.reversed().stream().filter(it -> it.undone().isEmpty()).findFirst();
    }

    /** 0 where none is in force. */
    long number() {
        return inForce().map(Calibration::number).orElse(0L);
    }

    sealed interface Order {

        /**
         * @param after the one in force when this was worked out, or 0
         */
        record Apply(long after, String says, String body) implements Order {}

        record Undo(long number) implements Order {}
    }

    static Commit decide(Book calibrationLog, ModuleRequest<Order> moduleRequest, Instant now) {
        return switch (moduleRequest.request()) {
            case Order.Apply apply -> calibrationLog.apply(apply, moduleRequest, now);
            case Order.Undo(var number) -> calibrationLog.undo(number, moduleRequest, now);
        };
    }

    private Commit apply(Order.Apply order, ModuleRequest<Order> moduleRequest, Instant now) {
        if (order.after() != number()) {
            throw Trouble.otherInForce(order.after(), number());
        }
        var next =
                new Calibration(
                        calibrations.size() + 1L,
                        now,
                        moduleRequest.actor().name(),
                        order.says(),
                        order.body(),
                        Optional.empty(),
                        Optional.empty());
        return commit(
                new Fact.CalibrationApplied(next.number(), order.says()), moduleRequest, next);
    }

    private Commit undo(long number, ModuleRequest<Order> moduleRequest, Instant now) {
        Calibration current = inForce().orElseThrow(Trouble::nothingToUndo);
        if (current.number() != number) {
            throw Trouble.otherInForce(number, current.number());
        }
        return commit(
                new Fact.CalibrationUndone(number, current.says()),
                moduleRequest,
                current.undone(now, moduleRequest.actor().name()));
    }

    private static Commit commit(Fact fact, ModuleRequest<Order> moduleRequest, Calibration row) {
        return Commit.of(
                        List.of(EventDraft.of(fact, moduleRequest.actor(), SUBJECT)),
                        List.of(new RowChange.Put<>(Tables.CALIBRATIONS, row)))
                .answering("{\"number\":" + row.number() + "}");
    }

    @Override
    public Book after(Commit commit) {
        var all = new ArrayList<>(calibrations);
        for (RowChange rowChange : commit.rows()) {
            if (rowChange instanceof RowChange.Put<?>(_, Calibration changed)) {
                all.removeIf(it -> it.number() == changed.number());
                all.add(changed);
            }
        }
        return new Book(all);
    }
}
