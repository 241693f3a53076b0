package slipway.surface.api.workload;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/** The routes that submit, list, explain, reorder and cancel workloads. */
public final class WorkloadRoutes {

    private static final String WORKLOADS = "/api/v1/workloads";
    public static final String WORKLOAD = WORKLOADS + "/{workload}";
    private static final String OF_TEAM = "/api/v1/teams/{team}/workloads";

    /** The request to submit a workload. */
    public record NewWorkload(
            @ApiField(
                            value = "The spec: YAML, JSON, or a script with #SBATCH lines.",
                            longest = 1 << 20,
                            lines = true,
                            example = "run: python train.py")
                    String spec,
            @ApiField(value = "The name of its file, for messages.", example = "job.yaml")
                    Optional<String> file,
            @ApiField(value = "The name, if the spec has none.", example = "digits")
                    Optional<String> name) {}

    /** A change that would start a waiting workload earlier. */
    public record HelpView(
            @ApiField(value = "The change.", example = "--gpus 4") String option,
            @ApiField("The start with this change.") Instant starts) {}

    /** Why a workload waits, and when it will start. */
    public record ExplanationView(
            @ApiField(value = "Its name.", example = "digits") String name,
            @ApiField(value = "The whole explanation as lines of text.", longest = 2_000)
                    List<String> lines,
            @ApiField(value = "The reason that it waits; absent if it does not.", longest = 2_000)
                    Optional<String> waits,
            @ApiField(
                            value = "The nodes of its present or expected placement.",
                            example = "h100-b1")
                    Optional<String> on,
            @ApiField("The expected start, if there is a forecast.") Optional<Instant> starts,
            @ApiField("The earliest start.") Optional<Instant> earliest,
            @ApiField("The latest start.") Optional<Instant> latest,
            @ApiField("Changes that would start it earlier.") List<HelpView> helps,
            @ApiField("The expected run time, if there is an estimate.") Optional<TakesView> takes,
            @ApiField("Its cost.") CostView cost,
            @ApiField(
                            value = "Workloads that are preempted or moved for it now.",
                            example = "notebook-ana")
                    List<String> stops,
            @ApiField(
                            value = "The basis of its estimate, if that is its plan.",
                            longest = 2_000,
                            example = "its plan: llama-3-8b, 15B tokens; 12 measured neighbours")
                    Optional<String> restsOn,
            @ApiField(value = "Warnings about its plan, with the change to make.", longest = 2_000)
                    List<String> warnings) {}

    /** The run time of a workload, in seconds. */
    public record TakesView(
            @ApiField(value = "Lower bound.", example = "20400") long least,
            @ApiField(value = "Expected value; absent if only a limit is known.", example = "22200")
                    Optional<Long> likely,
            @ApiField(value = "Upper bound.", example = "24600") long most) {}

    /** A position among the workloads of a team. */
    public record NewRank(
            @ApiField(
                            value = "The lowest number is first; 0 for no explicit position.",
                            example = "10")
                    long rank) {}

    private static final ValueType<ZoneId> TIME_ZONE =
            ValueType.of(
                    "a time zone such as Europe/Berlin",
                    "^[A-Za-z0-9+:/_-]{1,60}$",
                    WorkloadRoutes::zone);

    private static final String A_TEAM = "the name of a team";

    public static final SpecKey<ZoneId> ZONE =
            SpecKey.of("zone", TIME_ZONE, "The time zone of times in texts.").withDefault("UTC");
    public static final SpecKey<TeamId> TEAM =
            SpecKey.of(
                            "team",
                            ValueType.of(
                                    A_TEAM,
                                    "^" + PathParameter.TEAM.pattern() + "$",
                                    text -> ParseResult.of(TeamId.parse(text), text, A_TEAM)),
                            "Only workloads of this team.")
                    .example("vision");
    public static final SpecKey<Boolean> ENDED =
            SpecKey.of("ended", ValueType.bool(), "Whether to include ended workloads.")
                    .withDefault("false");
    public static final Route<NoBody, ListPage<WorkloadView>> LIST =
            Route.of(HttpMethod.GET, WORKLOADS)
                    .forSignedIn(
                            "list-workloads",
                            "List the workloads of the teams that you may see, oldest first.")
                    .listing(WorkloadView.class)
                    .filteredBy(ENDED, TEAM, ZONE);
    public static final Route<NoBody, WorkloadView> SHOW =
            Route.of(HttpMethod.GET, WORKLOAD)
                    .forSignedIn("show-workload", "Show a workload, by id or name.")
                    .answering(WorkloadView.class)
                    .filteredBy(ZONE);
    public static final Route<NewWorkload, WorkloadView> SUBMIT =
            Route.of(HttpMethod.POST, OF_TEAM)
                    .inTeam(
                            Permission.WORKLOADS_WRITE,
                            "submit-workload",
                            "Submit a workload of a team. A repeated Idempotency-Key submits nothing again.")
                    .asking(NewWorkload.class)
                    .answering(WorkloadView.class);
    public static final Route<NewWorkload, ExplanationView> REHEARSE =
            Route.of(HttpMethod.POST, "/api/v1/teams/{team}/rehearsals")
                    .inTeam(
                            Permission.WORKLOADS_WRITE,
                            "rehearse-workload",
                            "Show the decision for a workload without submitting it.")
                    .asking(NewWorkload.class)
                    .answering(ExplanationView.class)
                    .filteredBy(ZONE);
    public static final Route<NoBody, WorkloadView> CANCEL =
            Route.of(HttpMethod.POST, WORKLOAD + "/cancel")
                    .forSignedIn(
                            "cancel-workload",
                            "Cancel a workload; for an array, all members that have not ended.")
                    .answering(WorkloadView.class);
    public static final Route<NoBody, ExplanationView> EXPLAIN =
            Route.of(HttpMethod.GET, WORKLOAD + "/explanation")
                    .forSignedIn(
                            "explain-workload", "Explain why a workload waits and what would help.")
                    .answering(ExplanationView.class)
                    .filteredBy(ZONE);
    public static final Route<NewRank, WorkloadView> PLACE =
            Route.of(HttpMethod.PUT, WORKLOAD + "/rank")
                    .forSignedIn(
                            "rank-workload",
                            "Change the position of a workload in its team's queue.")
                    .asking(NewRank.class)
                    .answering(WorkloadView.class);

    public static final List<Route<?, ?>> ALL =
            List.of(LIST, SHOW, SUBMIT, REHEARSE, CANCEL, EXPLAIN, PLACE);

    private WorkloadRoutes() {}

    private static ParseResult<ZoneId> zone(String text) {
        try {
            return ParseResult.parsed(ZoneId.of(text));
        } catch (DateTimeException unknown) {
            return ParseResult.rejected("not a known time zone.");
        }
    }
}
