package slipway.surface.run.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.WorkloadRoutes;

/** Workspaces: how they stand and the way in; and keeping one, or a job, although nobody uses it. */
public final class WorkspaceRoutes {

    private static final String WORKSPACE = WorkloadRoutes.WORKLOAD + "/workspace";

    /** How a workspace stands. */
    public record WorkspaceView(
            @ApiField(value = "Its id.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya") String id,
            @ApiField(value = "Its name.", example = "jupyter") String name,
            @ApiField(value = "Its state, as of every workload.", example = "running") String state,
            @ApiField("Whether what runs in it can be reached now.") boolean listens,
            @ApiField("When it is stopped if nobody uses it until then.") Optional<Instant> stops,
            @ApiField("Until when somebody asked that it be kept, used or not.")
                    Optional<Instant> keptUntil) {}

    /** A way into a workspace. */
    public record EntryView(
            @ApiField(
                            value =
                                    "The address to open in a browser: good once, and for five minutes.",
                            example =
                                    "http://127.0.0.1:40123/.slipway/enter?ticket=sZ3n0bJ4m7u1eW9kq2xv8Ra5tYc6",
                            longest = 2_000)
                    String address) {}

    /** For how long something is kept, and why. */
    public record NewKeeping(
            @ApiField(
                            value = "For so many seconds from now.",
                            example = "14400",
                            least = 60,
                            most = 604_800)
                    long seconds,
            @ApiField(value = "Why.", example = "A long download.", longest = 500)
                    String because) {}

    /** That something is kept. */
    public record KeepingView(
            @ApiField(value = "Its id.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya") String id,
            @ApiField(value = "Its name.", example = "jupyter") String name,
            @ApiField("Until when it is kept, used or not.") Instant keptUntil) {}

    public static final Route<NoBody, WorkspaceView> SHOW =
            Route.of(HttpMethod.GET, WORKSPACE)
                    .forSignedIn(
                            "show-workspace",
                            "Says whether a workspace can be entered, and when it is stopped if nobody uses it.")
                    .answering(WorkspaceView.class);
    public static final Route<NoBody, EntryView> ENTER =
            Route.of(HttpMethod.POST, WORKSPACE + "/entries")
                    .forSignedIn(
                            "enter-workspace",
                            "Makes an address that leads into a workspace, once.")
                    .answering(EntryView.class);
    public static final Route<NewKeeping, KeepingView> KEEP =
            Route.of(HttpMethod.PUT, WorkloadRoutes.WORKLOAD + "/keeping")
                    .forSignedIn(
                            "keep-workload",
                            "Keeps a workspace, or a job whose team has idle ones stopped, for a while, used or not,"
                                    + " for a reason. For its owner, and who decides for its team.")
                    .asking(NewKeeping.class)
                    .answering(KeepingView.class);

    public static final List<Route<?, ?>> ALL = List.of(SHOW, ENTER, KEEP);

    private WorkspaceRoutes() {}
}
