package slipway.schedule;

/**
 * Numbers of hosts, in order. A bit for each, and above them a bit for each 64 that are not all zero, so that the next
 * one among fifty thousand is found in two steps.
 */
final class HostSet {

    private static final int BITS = 6;

    private final long[] words;
    private final long[] summary;
    private int size;

    HostSet(int capacity) {
        this.words = new long[(capacity >> BITS) + 1];
        this.summary = new long[(words.length >> BITS) + 1];
    }

    void add(int number) {
        int word = number >> BITS;
        long bit = 1L << number;
        if ((words[word] & bit) == 0) {
            words[word] |= bit;
            summary[word >> BITS] |= 1L << word;
            size++;
        }
    }

    void remove(int number) {
        int word = number >> BITS;
        long bit = 1L << number;
        if ((words[word] & bit) != 0) {
            words[word] &= ~bit;
            size--;
            if (words[word] == 0) {
                summary[word >> BITS] &= ~(1L << word);
            }
        }
    }

    int size() {
        return size;
    }

    /** The first at or after this one, or -1. */
    int next(int from) {
        int word = from >> BITS;
        if (word >= words.length) {
            return -1;
        }
        long here = words[word] & (-1L << from);
        if (here != 0) {
            return (word << BITS) + Long.numberOfTrailingZeros(here);
        }
        int next = nextWord(word + 1);
        return next < 0 ? -1 : (next << BITS) + Long.numberOfTrailingZeros(words[next]);
    }

    private int nextWord(int from) {
        int high = from >> BITS;
        if (high >= summary.length) {
            return -1;
        }
        long here = summary[high] & (-1L << from);
        while (here == 0) {
            high++;
            if (high >= summary.length) {
                return -1;
            }
            here = summary[high];
        }
        return (high << BITS) + Long.numberOfTrailingZeros(here);
    }
}
