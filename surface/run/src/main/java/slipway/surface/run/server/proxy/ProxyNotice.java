package slipway.surface.run.server.proxy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;

/**
 * A page that is shown in place of an app.
 *
 * @param refresh seconds after which the page reloads
 */
record ProxyNotice(int status, String title, List<String> lines, Optional<Integer> refresh) {

    /** An app that does not listen after this time is probably misconfigured. */
    private static final Duration STARTUP_LIMIT = Duration.ofMinutes(5);

    private static final int STARTING_REFRESH = 3;
    private static final int SILENT_REFRESH = 30;

    private static final String HEAD =
            """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem;\
            color-scheme:light dark}h1{font-size:1.3rem}</style>
            """;

    static ProxyNotice noPass() {
        return new ProxyNotice(
                401,
                "Access denied",
                List.of(
                        "You have no pass for this workspace, or it has expired.",
                        "Open the workspace from its page in Slipway, or with: slipway open NAME"),
                Optional.empty());
    }

    static ProxyNotice of(Problem problem, int status) {
        return new ProxyNotice(
                status, problem.what(), List.of(problem.why(), problem.next()), Optional.empty());
    }

    /** For an app that does not listen yet, or never did. */
    static ProxyNotice notListening(Workload workload, Instant now) {
        String name = workload.name();
        if (workload.state() instanceof WorkloadState.Running(_, var since)
                && since.plus(STARTUP_LIMIT).isBefore(now)) {
            String runs = Format.duration(Duration.between(since, now));
            return new ProxyNotice(
                    503,
                    name + " does not listen",
                    List.of(
                            "It has run for %s, and no process listens on the Unix socket in SLIPWAY_SOCKET."
                                    .formatted(runs),
                            "Find the cause in its log: slipway logs %s. A custom app must listen there and speak"
                                            .formatted(name)
                                    + " HTTP/1.1. This page then shows it."),
                    Optional.of(SILENT_REFRESH));
        }
        boolean placed = workload.state().currentPlacement().isPresent();
        return new ProxyNotice(
                503,
                name + (placed ? " is starting" : " is queued"),
                List.of("This page reloads automatically.", "Read its log: slipway logs " + name),
                Optional.of(STARTING_REFRESH));
    }

    static ProxyNotice ended(String name, String because) {
        return new ProxyNotice(
                410,
                name + " has ended",
                List.of(
                        because.isEmpty() ? "It ended without a message." : because,
                        "Start another: slipway workspace jupyter"),
                Optional.empty());
    }

    static ProxyNotice broken(String name) {
        return new ProxyNotice(
                502,
                name + " gave no answer",
                List.of(
                        "Its app closed the connection, or does not speak HTTP/1.1.",
                        "Read its log: slipway logs " + name),
                Optional.empty());
    }

    static ProxyNotice full(String name) {
        return new ProxyNotice(
                503,
                name + " has too many open connections",
                List.of(
                        "At most %d may be open at once."
                                .formatted(WorkspaceAccess.MAX_CONNECTIONS),
                        "Close other tabs of it and reload this page."),
                Optional.empty());
    }

    String html() {
        var text = new StringBuilder(HEAD);
        text.append("<title>").append(escaped(title)).append("</title>");
        refresh.ifPresent(
                seconds ->
                        text.append("<meta http-equiv=\"refresh\" content=\"")
                                .append(seconds)
                                .append("\">"));
        text.append("</head><body><h1>").append(escaped(title)).append("</h1>");
        lines.forEach(line -> text.append("<p>").append(escaped(line)).append("</p>"));
        return text.append("</body></html>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
