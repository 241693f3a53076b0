package slipway.surface.run.server.pages;

import slipway.run.lifecycle.Workload;

/**
 * The page on which a user opens a workspace. Requesting it changes nothing, so a link to it is harmless; its button
 * makes the call.
 *
 * @param call the API call that answers with the address of the app
 * @param workload the path of the page about the workload
 */
public record OpenWorkspacePage(String name, String call, String workload) {

    static OpenWorkspacePage of(Workload workload) {
        var _ = workload.workspace();
        return new OpenWorkspacePage(
                workload.name(), call(workload), "/workloads/" + workload.id().value());
    }

    /** The call that opens a workspace. */
    static String call(Workload workload) {
        return "POST /api/v1/workloads/" + workload.id().value() + "/workspace/entries";
    }
}
