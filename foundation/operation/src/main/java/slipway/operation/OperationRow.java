package slipway.operation;

import java.time.Instant;
import java.util.Optional;
import slipway.base.Permission;
import slipway.journal.table.JournalJson;
import slipway.journal.table.Table;
import slipway.operation.Operation.Failure;
import slipway.operation.Operation.Progress;
import slipway.operation.Operation.Status;

/** An operation as it is stored. Its progress is in memory only. */
record OperationRow(
        String id,
        String type,
        String target,
        String author,
        Instant createdAt,
        String state,
        Instant stateSince,
        String detail) {

    static final Table<OperationRow> TABLE =
            Table.of("operation_operation", OperationRow.class, "id");

    /** What only some states have. */
    private record Detail(String permission, Optional<String> result, Optional<Failure> failure) {}

    static OperationRow of(Operation operation) {
        Status status = operation.status();
        var detail =
                new Detail(
                        operation.permission().wireName(),
                        status instanceof Status.Succeeded(_, var result)
                                ? Optional.of(result)
                                : Optional.empty(),
                        status instanceof Status.Failed(_, var failure)
                                ? Optional.of(failure)
                                : Optional.empty());
        return new OperationRow(
                operation.id(),
                operation.type(),
                operation.target(),
                operation.author(),
                operation.createdAt(),
                state(status),
                status.since(),
                JournalJson.write(detail));
    }

    static String state(Status status) {
        return switch (status) {
            case Status.Queued _ -> "queued";
            case Status.Running _ -> "running";
            case Status.Stopping _ -> "stopping";
            case Status.Succeeded _ -> "succeeded";
            case Status.Failed _ -> "failed";
            case Status.Cancelled _ -> "cancelled";
        };
    }

    Operation operation() {
        Detail read = (Detail) JournalJson.read(detail, Detail.class);
        return new Operation(
                id,
                type,
                target,
                author,
                Permission.parse(read.permission()).orElse(Permission.SETTINGS_WRITE),
                createdAt,
                status(read),
                Progress.NONE);
    }

    private Status status(Detail read) {
        return switch (state) {
            case "queued" -> new Status.Queued(stateSince);
            case "running" -> new Status.Running(stateSince);
            case "stopping" -> new Status.Stopping(stateSince);
            case "succeeded" -> new Status.Succeeded(stateSince, read.result().orElse("{}"));
            case "cancelled" -> new Status.Cancelled(stateSince);
            default ->
                    new Status.Failed(
                            stateSince,
                            read.failure().orElseGet(() -> OperationProblems.failure(state)));
        };
    }
}
