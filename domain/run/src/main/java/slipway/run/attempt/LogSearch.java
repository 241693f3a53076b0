package slipway.run.attempt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Searches the log of one node for matching lines, a bounded part at a time. */
public final class LogSearch {

    private static final int PART_BYTES = 256 << 10;

    /** A search stops after this many bytes, or this many steps of the expression, and returns where to continue. */
    private static final long MAX_BYTES = 16L << 20;

    private static final long MAX_STEPS = 30_000_000;

    /** Longer lines are searched and shown in pieces. */
    private static final int MAX_LINE = 64 << 10;

    private final AttemptLogReader log;
    private final BoundedRegex pattern;
    private final int limit;
    private final List<Line> found = new ArrayList<>();

    private LogSearch(AttemptLogReader log, BoundedRegex pattern, int limit) {
        this.log = log;
        this.pattern = pattern;
        this.limit = limit;
    }

    /** A line and the position of its first byte. */
    public record Line(long at, String text) {}

    /**
     * @param next where to continue; empty after the end of the log
     */
    public record Found(List<Line> lines, Optional<Long> next) {

        public Found {
            lines = List.copyOf(lines);
        }
    }

    /**
     * @param from a position at which a line begins
     * @param limit the maximum number of lines
     */
    public static Found search(AttemptLogReader log, BoundedRegex pattern, long from, int limit) {
        return new LogSearch(log, pattern, limit).from(from);
    }

    private Found from(long begin) {
        long at = begin;
        while (at - begin < MAX_BYTES && pattern.steps() < MAX_STEPS) {
            AttemptLogReader.Part part = log.read(at, PART_BYTES);
            if (part.bytes().length == 0) {
                return new Found(found, Optional.empty());
            }
            boolean last = log.read(part.next(), 1).bytes().length == 0;
            at = part.at() + lines(part, last);
            if (found.size() >= limit) {
                return new Found(found, Optional.of(at));
            }
        }
        return new Found(found, Optional.of(at));
    }

    /** Searches the complete lines of a part; returns their number of bytes. */
    private int lines(AttemptLogReader.Part part, boolean last) {
        byte[] bytes = part.bytes();
        int begin = 0;
        while (begin < bytes.length && found.size() < limit && pattern.steps() < MAX_STEPS) {
            int end = end(bytes, begin);
            if (end == bytes.length && bytes[end - 1] != '\n' && !last && begin > 0) {
                return begin;
            }
            match(part.at() + begin, Arrays.copyOfRange(bytes, begin, end));
            begin = end;
        }
        return begin;
    }

    private static int end(byte[] bytes, int begin) {
        int furthest = Math.min(bytes.length, begin + MAX_LINE);
        for (int at = begin; at < furthest; at++) {
            if (bytes[at] == '\n') {
                return at + 1;
            }
        }
        return furthest;
    }

    private void match(long at, byte[] line) {
        LogText.of(line, true)
                .text()
                .lines()
                .filter(pattern::isFoundIn)
                .forEach(text -> found.add(new Line(at, text)));
    }
}
