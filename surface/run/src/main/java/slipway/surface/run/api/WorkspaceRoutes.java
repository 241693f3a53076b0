package slipway.surface.run.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.WorkloadRoutes;

/** The routes that show and open workspaces, and that exempt a workload from idle shutdown. */
public final class WorkspaceRoutes {

    private static final String WORKSPACE = WorkloadRoutes.WORKLOAD + "/workspace";

    /** The state of a workspace. */
    public record WorkspaceView(
            @ApiField(value = "Its id.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya") String id,
            @ApiField(value = "Its name.", example = "jupyter") String name,
            @ApiField(value = "Its state, as for every workload.", example = "running")
                    String state,
            @ApiField("Whether its app accepts connections now.") boolean listens,
            @ApiField("The time of its idle shutdown, unless it is used before.")
                    Optional<Instant> stops,
            @ApiField("The end of its exemption from idle shutdown.")
                    Optional<Instant> keptUntil) {}

    /** An address that opens a workspace. */
    public record EntryView(
            @ApiField(
                            value = "The address for a browser; works once, within five minutes.",
                            example =
                                    "http://127.0.0.1:40123/.slipway/enter?ticket=sZ3n0bJ4m7u1eW9kq2xv8Ra5tYc6",
                            longest = 2_000)
                    String address) {}

    /** The request to exempt a workload from idle shutdown. */
    public record NewKeeping(
            @ApiField(value = "Seconds from now.", example = "14400", least = 60, most = 604_800)
                    long seconds,
            @ApiField(value = "The reason.", example = "A long download.", longest = 500)
                    String because) {}

    /** An exemption from idle shutdown. */
    public record KeepingView(
            @ApiField(value = "Its id.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya") String id,
            @ApiField(value = "Its name.", example = "jupyter") String name,
            @ApiField("The end of the exemption.") Instant keptUntil) {}

    public static final Route<NoBody, WorkspaceView> SHOW =
            Route.of(HttpMethod.GET, WORKSPACE)
                    .forSignedIn(
                            "show-workspace",
                            "Show whether a workspace accepts connections, and when idle shutdown stops it.")
                    .answering(WorkspaceView.class);
    public static final Route<NoBody, EntryView> ENTER =
            Route.of(HttpMethod.POST, WORKSPACE + "/entries")
                    .forSignedIn("enter-workspace", "Create a one-time address of a workspace.")
                    .answering(EntryView.class);
    public static final Route<NewKeeping, KeepingView> KEEP =
            Route.of(HttpMethod.PUT, WorkloadRoutes.WORKLOAD + "/keeping")
                    .forSignedIn(
                            "keep-workload",
                            "Exempt a workspace or an idle job from idle shutdown, with a reason. Allowed for its"
                                    + " owner and for leads and admins of its team.")
                    .asking(NewKeeping.class)
                    .answering(KeepingView.class);

    public static final List<Route<?, ?>> ALL = List.of(SHOW, ENTER, KEEP);

    private WorkspaceRoutes() {}
}
