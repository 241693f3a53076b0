package slipway.run.attempt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Looks through one node's log for lines with something in them, a bounded piece of it at a time. */
public final class LogSearch {

    private static final int PART = 256 << 10;

    /** So much of a log is looked through at once, and so hard, before the answer says where to go on. */
    private static final long MOST_BYTES = 16L << 20;

    private static final long MOST_STEPS = 30_000_000;

    /** A longer line is searched and shown in pieces. */
    private static final int LONGEST_LINE = 64 << 10;

    private final AttemptLogReader log;
    private final BoundedRegex wanted;
    private final int most;
    private final List<Line> found = new ArrayList<>();

    private LogSearch(AttemptLogReader log, BoundedRegex wanted, int most) {
        this.log = log;
        this.wanted = wanted;
        this.most = most;
    }

    /** A line, and the place of its first byte. */
    public record Line(long at, String text) {}

    /**
     * @param next where to go on; empty when the log was looked through to its end
     */
    public record Found(List<Line> lines, Optional<Long> next) {

        public Found {
            lines = List.copyOf(lines);
        }
    }

    /**
     * @param from a place at which a line begins
     * @param most so many lines
     */
    public static Found in(AttemptLogReader log, BoundedRegex wanted, long from, int most) {
        return new LogSearch(log, wanted, most).from(from);
    }

    private Found from(long begin) {
        long at = begin;
        while (at - begin < MOST_BYTES && wanted.steps() < MOST_STEPS) {
            AttemptLogReader.Part part = log.read(at, PART);
            if (part.bytes().length == 0) {
                return new Found(found, Optional.empty());
            }
            boolean last = log.read(part.next(), 1).bytes().length == 0;
            at = part.at() + lines(part, last);
            if (found.size() >= most) {
                return new Found(found, Optional.of(at));
            }
        }
        return new Found(found, Optional.of(at));
    }

    /** Looks at the whole lines of a part; how many bytes that were. */
    private int lines(AttemptLogReader.Part part, boolean last) {
        byte[] bytes = part.bytes();
        int begin = 0;
        while (begin < bytes.length && found.size() < most && wanted.steps() < MOST_STEPS) {
            int end = end(bytes, begin);
            if (end == bytes.length && bytes[end - 1] != '\n' && !last && begin > 0) {
                return begin;
            }
            look(part.at() + begin, Arrays.copyOfRange(bytes, begin, end));
            begin = end;
        }
        return begin;
    }

    private static int end(byte[] bytes, int begin) {
        int furthest = Math.min(bytes.length, begin + LONGEST_LINE);
        for (int at = begin; at < furthest; at++) {
            if (bytes[at] == '\n') {
                return at + 1;
            }
        }
        return furthest;
    }

    private void look(long at, byte[] line) {
        LogText.of(line, true)
                .text()
                .lines()
                .filter(wanted::isIn)
                .forEach(text -> found.add(new Line(at, text)));
    }
}
