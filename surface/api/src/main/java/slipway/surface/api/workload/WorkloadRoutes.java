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

/** Workloads: submitting them, looking at them, stopping them. */
public final class WorkloadRoutes {

    private static final String WORKLOADS = "/api/v1/workloads";
    public static final String WORKLOAD = WORKLOADS + "/{workload}";
    private static final String OF_TEAM = "/api/v1/teams/{team}/workloads";

    /** What submits a workload. */
    public record NewWorkload(
            @ApiField(
                            value = "The spec: YAML, JSON, or a script with #SBATCH lines.",
                            longest = 1 << 20,
                            lines = true,
                            example = "run: python train.py")
                    String spec,
            @ApiField(value = "The file it comes from, for messages.", example = "job.yaml")
                    Optional<String> file,
            @ApiField(value = "What to call it if the spec does not say.", example = "digits")
                    Optional<String> name) {}

    /** What would help a workload that waits. */
    public record HelpView(
            @ApiField(value = "What to change.", example = "--gpus 4") String option,
            @ApiField("When it would start.") Instant starts) {}

    /** Why a workload waits, and when it will start. */
    public record ExplanationView(
            @ApiField(value = "Its name.", example = "digits") String name,
            @ApiField(value = "The whole answer, line by line.", longest = 2_000)
                    List<String> lines,
            @ApiField(value = "What it waits for; not there if it does not wait.", longest = 2_000)
                    Optional<String> waits,
            @ApiField(value = "Where it will start, or runs.", example = "h100-b1")
                    Optional<String> on,
            @ApiField("When it will start, if that can be said.") Optional<Instant> starts,
            @ApiField("At the earliest.") Optional<Instant> earliest,
            @ApiField("At the latest.") Optional<Instant> latest,
            @ApiField("What would help.") List<HelpView> helps,
            @ApiField("How long it runs, if that can be said.") Optional<TakesView> takes,
            @ApiField("What it costs.") CostView cost,
            @ApiField(
                            value = "The workloads that are stopped or moved for it now.",
                            example = "notebook-ana")
                    List<String> stops,
            @ApiField(
                            value = "What its time rests on, if that is its plan.",
                            longest = 2_000,
                            example = "its plan: llama-3-8b, 15B tokens; 12 measured neighbours")
                    Optional<String> restsOn,
            @ApiField(
                            value = "What its owner should know of its plan, and what to change.",
                            longest = 2_000)
                    List<String> warnings) {}

    /** How long a workload runs, in seconds. */
    public record TakesView(
            @ApiField(value = "At the least.", example = "20400") long least,
            @ApiField(
                            value = "Most probably; not there if only a limit is known.",
                            example = "22200")
                    Optional<Long> likely,
            @ApiField(value = "At the most.", example = "24600") long most) {}

    /** A place among a team's own. */
    public record NewRank(
            @ApiField(value = "Smallest first; 0 for no position.", example = "10") long rank) {}

    private static final ValueType<ZoneId> TIME_ZONE =
            ValueType.of(
                    "a time zone such as Europe/Berlin",
                    "^[A-Za-z0-9+:/_-]{1,60}$",
                    WorkloadRoutes::zone);

    private static final String A_TEAM = "the name of a team";

    public static final SpecKey<ZoneId> ZONE =
            SpecKey.of("zone", TIME_ZONE, "The time zone of the times in the answer.")
                    .withDefault("UTC");
    public static final SpecKey<TeamId> TEAM =
            SpecKey.of(
                            "team",
                            ValueType.of(
                                    A_TEAM,
                                    "^" + PathParameter.TEAM.pattern() + "$",
                                    text -> ParseResult.of(TeamId.parse(text), text, A_TEAM)),
                            "Only those of this team.")
                    .example("vision");
    public static final SpecKey<Boolean> ENDED =
            SpecKey.of("ended", ValueType.bool(), "Whether to list those too that have ended.")
                    .withDefault("false");
    public static final Route<NoBody, ListPage<WorkloadView>> LIST =
            Route.of(HttpMethod.GET, WORKLOADS)
                    .forSignedIn(
                            "list-workloads",
                            "Lists the workloads of the teams that you see, the oldest first.")
                    .listing(WorkloadView.class)
                    .filteredBy(ENDED, TEAM, ZONE);
    public static final Route<NoBody, WorkloadView> SHOW =
            Route.of(HttpMethod.GET, WORKLOAD)
                    .forSignedIn("show-workload", "Shows a workload, by its id or its name.")
                    .answering(WorkloadView.class)
                    .filteredBy(ZONE);
    public static final Route<NewWorkload, WorkloadView> SUBMIT =
            Route.of(HttpMethod.POST, OF_TEAM)
                    .inTeam(
                            Permission.WORKLOADS_WRITE,
                            "submit-workload",
                            "Submits a workload of a team. Under an Idempotency-Key it is done once.")
                    .asking(NewWorkload.class)
                    .answering(WorkloadView.class);
    public static final Route<NewWorkload, ExplanationView> REHEARSE =
            Route.of(HttpMethod.POST, "/api/v1/teams/{team}/rehearsals")
                    .inTeam(
                            Permission.WORKLOADS_WRITE,
                            "rehearse-workload",
                            "Says what would become of a workload if it were submitted now.")
                    .asking(NewWorkload.class)
                    .answering(ExplanationView.class)
                    .filteredBy(ZONE);
    public static final Route<NoBody, WorkloadView> CANCEL =
            Route.of(HttpMethod.POST, WORKLOAD + "/cancel")
                    .forSignedIn(
                            "cancel-workload",
                            "Cancels a workload; of an array, all that have not ended.")
                    .answering(WorkloadView.class);
    public static final Route<NoBody, ExplanationView> EXPLAIN =
            Route.of(HttpMethod.GET, WORKLOAD + "/explanation")
                    .forSignedIn(
                            "explain-workload",
                            "Says why a workload waits, when it will start, and what would help.")
                    .answering(ExplanationView.class)
                    .filteredBy(ZONE);
    public static final Route<NewRank, WorkloadView> PLACE =
            Route.of(HttpMethod.PUT, WORKLOAD + "/rank")
                    .forSignedIn(
                            "rank-workload", "Puts a workload before or behind its team's own.")
                    .asking(NewRank.class)
                    .answering(WorkloadView.class);

    public static final List<Route<?, ?>> ALL =
            List.of(LIST, SHOW, SUBMIT, REHEARSE, CANCEL, EXPLAIN, PLACE);

    private WorkloadRoutes() {}

    private static ParseResult<ZoneId> zone(String text) {
        try {
            return ParseResult.parsed(ZoneId.of(text));
        } catch (DateTimeException unknown) {
            return ParseResult.rejected("no time zone that is known here.");
        }
    }
}
