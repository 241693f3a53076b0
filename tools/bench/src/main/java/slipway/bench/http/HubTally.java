package slipway.bench.http;

import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;

/** What one client has received, against what it should: each note of its team in this round once, and nothing else. */
final class HubTally {

    private final int round;
    private final OptionalInt team;
    private final BitSet seen = new BitSet();
    private long twice;
    private long foreign;
    private boolean begun;
    private boolean ended;

    /**
     * @param team empty: nothing concerns the client
     */
    HubTally(int round, OptionalInt team) {
        this.round = round;
        this.team = team;
    }

    /** Counts an event; returns the note if it is the client's and new. */
    Optional<HubNote> count(String kind, String data) {
        begun = true;
        if (kind.isEmpty() || kind.equals("ready")) {
            return Optional.empty();
        }
        if (kind.equals("end")) {
            end();
            return Optional.empty();
        }
        Optional<HubNote> own = HubNote.find(data).filter(this::concerns);
        if (own.isEmpty()) {
            foreign++;
        } else if (seen.get(own.get().number())) {
            twice++;
            return Optional.empty();
        } else {
            seen.set(own.get().number());
        }
        return own;
    }

    /** The server has ended the stream, or broken it off. */
    void end() {
        ended = true;
    }

    private boolean concerns(HubNote note) {
        return note.round() == round && team.isPresent() && note.team() == team.getAsInt();
    }

    boolean hasBegun() {
        return begun;
    }

    /** How many notes it still lacks. */
    long missing(int notes) {
        return team.isEmpty() ? 0 : notes - seen.cardinality();
    }

    HubFaults faults(int notes) {
        return new HubFaults(missing(notes), twice, foreign, ended ? 1 : 0);
    }
}
