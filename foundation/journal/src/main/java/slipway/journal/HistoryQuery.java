package slipway.journal;

/**
 * A page of the facts about one subject, or of one team. An index finds them, however many other events there are.
 *
 * @param value the subject or the team
 * @param newestFirst whether the newest come first
 * @param seq only facts after this event, or before it if the newest come first
 */
public record HistoryQuery(Of of, String value, boolean newestFirst, long seq, int limit) {

    /** What the facts have in common. */
    public enum Of {
        SUBJECT,
        TEAM
    }

    public static HistoryQuery after(Of of, String value, long seq, int limit) {
        return new HistoryQuery(of, value, false, seq, limit);
    }

    public static HistoryQuery before(Of of, String value, long seq, int limit) {
        return new HistoryQuery(of, value, true, seq, limit);
    }
}
