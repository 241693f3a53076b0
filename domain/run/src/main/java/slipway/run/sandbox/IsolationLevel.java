package slipway.run.sandbox;

import java.util.List;
import java.util.Optional;

/**
 * How well this machine isolates jobs from each other and from the server.
 *
 * @param description {@code bubblewrap} or {@code no sandbox}
 * @param lack why it is not better; empty if it is sufficient for teams that do not trust each other
 */
public record IsolationLevel(String description, Optional<Lack> lack) {

    private static final String BEST = "bubblewrap";
    private static final String WEAKEST = "no sandbox";

    /** Advice that lets bubblewrap work for an account that is not root. */
    public static final String ALLOW =
            "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, on Ubuntu also"
                    + " kernel.apparmor_restrict_unprivileged_userns=0)";

    /**
     * Why no sandbox works.
     *
     * @param why a phrase that follows a colon
     * @param next what to do about it
     */
    public record Lack(String why, String next) {}

    /** Makes a trial run, as a server does when it starts; it leaves no files. */
    public static IsolationLevel detect() {
        return detect(BubblewrapProbe.searchPath());
    }

    /**
     * @param path the folders to search, in the syntax of {@code PATH}
     */
    static IsolationLevel detect(String path) {
        return of(BubblewrapProbe.probe(path, List.of()));
    }

    static IsolationLevel of(BubblewrapProbe.Result result) {
        return new IsolationLevel(result.sandbox().isPresent() ? BEST : WEAKEST, result.lack());
    }

    /** Whether it is sufficient for teams that do not trust each other. */
    public boolean isolates() {
        return lack.isEmpty();
    }
}
