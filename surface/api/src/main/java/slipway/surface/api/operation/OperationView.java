package slipway.surface.api.operation;

import java.time.Instant;
import java.util.Optional;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.RawJson;

/** Long work of the server. */
public record OperationView(
        @ApiField(value = "Its id.", example = "op_01m2qt055r3v8kz6y2bfj6y2bf") String id,
        @ApiField(value = "What it does.", example = "audit.verify") String type,
        @ApiField(value = "What it does it to.", example = "audit") String target,
        @ApiField(value = "Who has started it.", example = "mira") String createdBy,
        @ApiField("When it was started.") Instant createdAt,
        @ApiField(value = "Its state.", example = "running") State state,
        @ApiField("Since when it has this state.") Instant stateSince,
        @ApiField("How far it is.") ProgressView progress,
        @ApiField("The result, once it has succeeded.") Optional<RawJson> result,
        @ApiField("Why it failed.") Optional<FailureView> problem,
        @ApiField("Until when it is kept, once it has ended.") Optional<Instant> expiresAt) {

    /** The state of an operation. */
    public enum State {
        QUEUED,
        RUNNING,
        STOPPING,
        SUCCEEDED,
        FAILED,
        CANCELLED;

        public boolean ended() {
            return switch (this) {
                case QUEUED, RUNNING, STOPPING -> false;
                case SUCCEEDED, FAILED, CANCELLED -> true;
            };
        }
    }

    /** How far an operation is. */
    public record ProgressView(
            @ApiField(value = "What it does now; empty before it begins.", example = "entries")
                    String step,
            @ApiField(value = "How much of it is done.", example = "120000") long done,
            @ApiField(value = "How much there is, once it is known.", example = "184907")
                    Optional<Long> total,
            @ApiField(value = "What is counted.", example = "entries") String unit,
            @ApiField("When it ends at the present speed, once that is known.")
                    Optional<Instant> endsAt) {}

    /** Why an operation failed, as in a problem. */
    public record FailureView(
            @ApiField(value = "The code of the problem.", example = "interrupted") String code,
            @ApiField(value = "What happened.", longest = ApiField.ESSAY) String detail,
            @ApiField(value = "Why.", longest = ApiField.ESSAY) String why,
            @ApiField(value = "What to do next.", longest = ApiField.ESSAY) String next) {}
}
