package slipway.bench.http;

import java.util.List;

/**
 * What the process of the clients needs to know.
 *
 * @param members a token of a member of each team, in the order of the teams
 * @param watchers tokens of the people who watch subjects without events
 */
record HubPlan(int port, Size size, Times times, List<String> members, List<String> watchers) {

    HubPlan {
        members = List.copyOf(members);
        watchers = List.copyOf(watchers);
    }

    /**
     * How many there are.
     *
     * @param idle streams of watchers
     * @param active streams of members
     * @param perSecond notes to each team
     */
    record Size(int idle, int people, int active, int teams, int perSecond) {}

    /** How long a round writes before it counts, and while it counts. */
    record Times(long warmUpSeconds, long seconds) {

        long total() {
            return warmUpSeconds + seconds;
        }
    }

    static String team(int number) {
        return "hub-" + number;
    }

    static String member(int number) {
        return "member-" + number;
    }

    static String watcher(int number) {
        return "watcher-" + number;
    }

    /** The team of the watchers. Its notes keep the journal busy, and are in none of the streams. */
    static final String WATCHERS = "hub-watchers";
}
