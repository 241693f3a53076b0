package slipway.surface.system.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/** The routes of the readers of the journal. */
public final class ReaderRoutes {

    private static final String READERS = "/api/v1/readers";
    private static final String READER = READERS + "/{reader}";

    /** What a reader does at present. */
    public enum State {
        READING,
        FAILING,
        /** Its position is stored, but no reader of this name runs. */
        ABSENT,
        RETIRED
    }

    /** A reader of the journal. */
    public record ReaderView(
            @ApiField(value = "Its name.", example = "account") String name,
            @ApiField(value = "What it does at present.", example = "failing") State state,
            @ApiField("Since when it fails, is absent or is retired.") Optional<Instant> stateSince,
            @ApiField(value = "The streams that it follows.", example = "[\"facts\"]")
                    List<String> streams,
            @ApiField(value = "The last event that it has applied.", example = "184221")
                    long position,
            @ApiField(value = "The number of later events.", example = "3") long behindCount,
            @ApiField("Why it fails.") Optional<FailureView> failure) {

        public ReaderView {
            streams = List.copyOf(streams);
        }
    }

    /** Why a reader fails. */
    public record FailureView(
            @ApiField(value = "The error.", example = "The event names no workload.") String reason,
            @ApiField(
                            value = "The event that it cannot apply, once it is known.",
                            example = "184222")
                    Optional<Long> event,
            @ApiField(value = "The number of tries.", example = "12") long tries) {}

    /** The request to skip an event. */
    public record NewSkip(
            @ApiField(value = "The event at which the reader fails.", example = "184222")
                    long event) {}

    public static final Route<NoBody, ListPage<ReaderView>> LIST =
            Route.of(HttpMethod.GET, READERS)
                    .everywhere(
                            Permission.SETTINGS_READ,
                            "list-readers",
                            "List the readers of the journal.")
                    .listing(ReaderView.class);
    public static final Route<NewSkip, ReaderView> SKIP =
            Route.of(HttpMethod.POST, READER + "/skip")
                    .everywhere(
                            Permission.SETTINGS_WRITE,
                            "skip-event",
                            "Let a reader pass over the event at which it fails.")
                    .asking(NewSkip.class)
                    .answering(ReaderView.class);
    public static final Route<NoBody, ReaderView> RETIRE =
            Route.of(HttpMethod.POST, READER + "/retire")
                    .everywhere(
                            Permission.SETTINGS_WRITE,
                            "retire-reader",
                            "End a reader for good; no events are kept for it.")
                    .answering(ReaderView.class);

    public static final List<Route<?, ?>> ALL = List.of(LIST, SKIP, RETIRE);

    private ReaderRoutes() {}
}
