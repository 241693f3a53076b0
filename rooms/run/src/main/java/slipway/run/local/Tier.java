package slipway.run.local;

import java.util.List;
import java.util.Optional;

/**
 * How well this machine keeps jobs apart from each other and from the server.
 *
 * @param words what does it: {@code bubblewrap}, or {@code no sandbox}
 * @param lack why it is not better; empty where it is enough for teams that do not trust each other
 */
public record Tier(String words, Optional<Lack> lack) {

    private static final String BEST = "bubblewrap";
    private static final String WEAKEST = "no sandbox";

    /**
     * Why there is nothing better.
     *
     * @param why in words that follow a colon
     * @param next what to do about it
     */
    public record Lack(String why, String next) {}

    /** Tries it once, as a server does when it starts; nothing of that stays behind. */
    public static Tier look() {
        return look(Sandbox.searched());
    }

    /**
     * @param path the folders to look for programs in, as in {@code PATH}
     */
    static Tier look(String path) {
        return of(Sandbox.seek(path, List.of(), List.of()));
    }

    static Tier of(Sandbox.Sought sought) {
        return new Tier(sought.sandbox().isPresent() ? BEST : WEAKEST, sought.why());
    }

    /** Whether it is enough for teams that do not trust each other. */
    public boolean isolates() {
        return lack.isEmpty();
    }
}
