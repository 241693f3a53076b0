package slipway.surface.run.commands;

import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LineView;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.terminal.Terminal;

/** Searches a log and prints the matching lines. */
record LogSearchOutput(WorkloadView workload, Optional<Integer> attempt, Optional<Integer> rank) {

    /** An offset beyond the end of every log: the answer then has no text, only the number of nodes. */
    private static final long BEYOND_END = 999_999_999_999_999_999L;

    ApiCall<NoBody, ListPage<LineView>> call(String pattern) {
        var apiCall =
                ApiCall.to(LogRoutes.SEARCH)
                        .with(PathParameter.WORKLOAD, workload.id())
                        .query(LogRoutes.PATTERN, pattern);
        var scoped =
                attempt.map(number -> apiCall.query(LogRoutes.ATTEMPT, number)).orElse(apiCall);
        return rank.map(only -> scoped.query(LogRoutes.ONLY, only)).orElse(scoped);
    }

    void show(List<LineView> lines, LogFollower.Caller caller, Terminal terminal) {
        boolean several =
                rank.isEmpty()
                        && !lines.isEmpty()
                        && caller.ask(
                                                ApiCall.to(LogRoutes.READ)
                                                        .with(PathParameter.WORKLOAD, workload.id())
                                                        .query(LogRoutes.FROM, BEYOND_END))
                                        .nodes()
                                > 1;
        lines.forEach(line -> terminal.printVerbatim(several ? labelled(line) : line.text()));
        terminal.note(
                lines.isEmpty() ? "No matching lines." : Format.count(lines.size(), "line") + ".");
    }

    private static String labelled(LineView line) {
        return LogOutput.labelled(LogOutput.label(line.rank(), line.node()), line.text());
    }
}
