package slipway.operation;

import java.time.Instant;
import java.util.Optional;
import slipway.base.Permission;

/**
 * Long work and how far it is.
 *
 * @param id begins with {@code op_}; sorts by creation time
 * @param type what it does, such as {@code audit.verify}
 * @param target what it does it to; one operation of a type is active for a target
 * @param author who has started it
 * @param permission who holds it everywhere may see and cancel it too
 */
public record Operation(
        String id,
        String type,
        String target,
        String author,
        Permission permission,
        Instant createdAt,
        Status status,
        Progress progress) {

    /** The state of an operation, since an instant. */
    public sealed interface Status {

        Instant since();

        record Queued(Instant since) implements Status {}

        record Running(Instant since) implements Status {}

        /** It was cancelled and has not ended yet. */
        record Stopping(Instant since) implements Status {}

        /**
         * It has ended well.
         *
         * @param result JSON
         */
        record Succeeded(Instant since, String result) implements Status {}

        record Failed(Instant since, Failure failure) implements Status {}

        record Cancelled(Instant since) implements Status {}

        default boolean active() {
            return switch (this) {
                case Queued _, Running _, Stopping _ -> true;
                case Succeeded _, Failed _, Cancelled _ -> false;
            };
        }
    }

    /** Why an operation failed, as in a problem. */
    public record Failure(String code, String what, String why, String next) {}

    /**
     * How far it is.
     *
     * @param step what it does now; empty before it begins
     * @param total empty while it is unknown
     * @param unit what is counted, such as {@code entries}
     */
    public record Progress(String step, long done, Optional<Long> total, String unit) {
        static final Progress NONE = new Progress("", 0, Optional.empty(), "");
    }

    Operation in(Status next, Progress reached) {
        return new Operation(id, type, target, author, permission, createdAt, next, reached);
    }
}
