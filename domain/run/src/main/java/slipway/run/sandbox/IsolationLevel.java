package slipway.run.sandbox;

import java.util.List;
import java.util.Optional;

/**
 * How well this machine keeps jobs apart from each other and from the server.
 *
 * @param words what does it: {@code bubblewrap}, or {@code no sandbox}
 * @param lack why it is not better; empty where it is enough for teams that do not trust each other
 */
public record IsolationLevel(String words, Optional<Lack> lack) {

    private static final String BEST = "bubblewrap";
    private static final String WEAKEST = "no sandbox";

    /** What lets bubblewrap work for an account that is not root. */
    public static final String ALLOW =
            "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, on Ubuntu also"
                    + " kernel.apparmor_restrict_unprivileged_userns=0)";

    /**
     * Why there is nothing better.
     *
     * @param why in words that follow a colon
     * @param next what to do about it
     */
    public record Lack(String why, String next) {}

    /** Tries it once, as a server does when it starts; nothing of that stays behind. */
    public static IsolationLevel look() {
        return look(BubblewrapProbe.searched());
    }

    /**
     * @param path the folders to look for programs in, as in {@code PATH}
     */
    static IsolationLevel look(String path) {
        return of(BubblewrapProbe.seek(path, List.of(), List.of()));
    }

    static IsolationLevel of(BubblewrapProbe.Sought sought) {
        return new IsolationLevel(sought.sandbox().isPresent() ? BEST : WEAKEST, sought.why());
    }

    /** Whether it is enough for teams that do not trust each other. */
    public boolean isolates() {
        return lack.isEmpty();
    }
}
