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
 * What is shown in place of an app.
 *
 * @param again after so many seconds the page is loaded again, by itself
 */
record ProxyNotice(int status, String title, List<String> lines, Optional<Integer> again) {

    /** Nobody's app takes longer to listen. */
    private static final Duration LATE = Duration.ofMinutes(5);

    private static final int SOON = 3;
    private static final int LATER = 30;

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
                "This way in is closed",
                List.of(
                        "You have no pass for this workspace, or it is no longer good.",
                        "Open the workspace from its page in Slipway, or with: slipway open NAME"),
                Optional.empty());
    }

    static ProxyNotice of(Problem problem, int status) {
        return new ProxyNotice(
                status, problem.what(), List.of(problem.why(), problem.next()), Optional.empty());
    }

    /** It does not listen: not yet, or it never did. */
    static ProxyNotice notListening(Workload workload, Instant now) {
        String name = workload.name();
        if (workload.state() instanceof WorkloadState.Running(_, var since)
                && since.plus(LATE).isBefore(now)) {
            String runs = Format.duration(Duration.between(since, now));
            return new ProxyNotice(
                    503,
                    name + " does not listen",
                    List.of(
                            "It has run for %s, and nothing listens on the Unix socket that SLIPWAY_SOCKET names."
                                    .formatted(runs),
                            "What it prints says why: slipway logs %s. A run of your own has to listen there and"
                                            .formatted(name)
                                    + " speak HTTP/1.1; as soon as it does, this page gives way to it."),
                    Optional.of(LATER));
        }
        boolean placed = workload.state().currentPlacement().isPresent();
        return new ProxyNotice(
                503,
                name + (placed ? " is starting" : " waits for its turn"),
                List.of("This page looks again by itself.", "Its log: slipway logs " + name),
                Optional.of(SOON));
    }

    static ProxyNotice ended(String name, String because) {
        return new ProxyNotice(
                410,
                name + " has ended",
                List.of(
                        because.isEmpty() ? "It came to its end." : because,
                        "Start another: slipway workspace jupyter"),
                Optional.empty());
    }

    static ProxyNotice broken(String name) {
        return new ProxyNotice(
                502,
                name + " gave no answer that can be passed on",
                List.of(
                        "What runs in it closed the connection, or does not speak HTTP/1.1.",
                        "Its log: slipway logs " + name),
                Optional.empty());
    }

    static ProxyNotice full(String name) {
        return new ProxyNotice(
                503,
                name + " has too many open connections",
                List.of(
                        "At most %d may be open at once.".formatted(WorkspaceAccess.MOST_OF_ONE),
                        "Close other tabs of it, and load this page again."),
                Optional.empty());
    }

    String html() {
        var text = new StringBuilder(HEAD);
        text.append("<title>").append(escaped(title)).append("</title>");
        again.ifPresent(
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
