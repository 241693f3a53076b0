package slipway.simulate;

import java.util.Arrays;

/**
 * The pending events, earliest first; events of one instant in the order in which they were added. A heap of plain
 * numbers, because a replay adds millions.
 */
final class EventQueue {

    /** An event of a job or of a node. */
    enum Event {
        END(0),
        STOP(1),
        MOVE(2),
        CHECKPOINT(3),
        FAIL(4),
        REPAIR(5),
        RECLAIM(6),
        RETURN(7);

        private static final Event[] BY_CODE = values();
        private final int code;

        Event(int code) {
            this.code = code;
        }
    }

    private static final int EVENT_BITS = 4;
    private static final int ATTEMPT_BITS = 28;

    private long[] times = new long[64];
    private long[] numbers = new long[64];
    private long[] items = new long[64];
    private int size;
    private long sequence;

    boolean isEmpty() {
        return size == 0;
    }

    /** The time of the next event, in epoch milliseconds; the queue must not be empty. */
    long time() {
        return times[0];
    }

    Event event() {
        return Event.BY_CODE[(int) (items[0] & ((1 << EVENT_BITS) - 1))];
    }

    /** The number of the job or node. */
    int subject() {
        return (int) (items[0] >>> (EVENT_BITS + ATTEMPT_BITS));
    }

    /** The attempt of the job; a later attempt ignores the event. */
    int attempt() {
        return (int) (items[0] >>> EVENT_BITS) & ((1 << ATTEMPT_BITS) - 1);
    }

    void add(long time, Event event, int subject, int attempt) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            numbers = Arrays.copyOf(numbers, size * 2);
            items = Arrays.copyOf(items, size * 2);
        }
        long item = ((long) subject << ATTEMPT_BITS | attempt) << EVENT_BITS | event.code;
        up(size++, time, sequence++, item);
    }

    void remove() {
        size--;
        if (size > 0) {
            down(times[size], numbers[size], items[size]);
        }
    }

    private void up(int from, long time, long number, long item) {
        int at = from;
        while (at > 0) {
            int above = (at - 1) / 2;
            if (!sooner(time, number, above)) {
                break;
            }
            copy(above, at);
            at = above;
        }
        put(at, time, number, item);
    }

    private void down(long time, long number, long item) {
        int at = 0;
        while (2 * at + 1 < size) {
            int below = 2 * at + 1;
            if (below + 1 < size && sooner(times[below + 1], numbers[below + 1], below)) {
                below++;
            }
            if (sooner(time, number, below)) {
                break;
            }
            copy(below, at);
            at = below;
        }
        put(at, time, number, item);
    }

    private boolean sooner(long time, long number, int than) {
        return time != times[than] ? time < times[than] : number < numbers[than];
    }

    private void copy(int from, int to) {
        put(to, times[from], numbers[from], items[from]);
    }

    private void put(int at, long time, long number, long item) {
        times[at] = time;
        numbers[at] = number;
        items[at] = item;
    }
}
