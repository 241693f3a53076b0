package slipway.bench.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a note to a team: it tells a client which note it is, and when it was due.
 *
 * @param number from 0, counted in its round and team
 * @param due in nanoseconds of {@link System#nanoTime} of the process that writes and reads it
 */
record HubNote(int round, int team, int number, long due) {

    private static final Pattern TEXT = Pattern.compile("\"hub (\\d+) (\\d+) (\\d+) (-?\\d+)\"");

    String json() {
        return "{\"text\":\"hub " + round + " " + team + " " + number + " " + due + "\"}";
    }

    /** The note in the data of an event; empty if the event is another one. */
    static Optional<HubNote> find(String data) {
        Matcher matcher = TEXT.matcher(data);
        return matcher.find()
                ? Optional.of(
                        new HubNote(
                                Integer.parseInt(matcher.group(1)),
                                Integer.parseInt(matcher.group(2)),
                                Integer.parseInt(matcher.group(3)),
                                Long.parseLong(matcher.group(4))))
                : Optional.empty();
    }
}
