package slipway.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Where a generator gets its numbers from, and a record of those it got. Whatever is drawn is made from this sequence
 * of numbers alone, so a value is shrunk by shrinking its sequence and drawing again: no type needs a shrinker of its
 * own, and a shrunk value is always one that its generator could have drawn. Zero is the simplest choice, and a
 * shorter sequence is simpler than a longer one.
 */
public final class Choices {

    /** Far more than a readable value needs; a generator that wants more would go on for ever. */
    private static final int MOST = 100_000;

    private final Source source;
    private final List<Long> made = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();

    private Choices(Source source) {
        this.source = source;
    }

    static Choices random(long seed) {
        var random = new SplittableRandom(seed);
        return new Choices((_, max) -> draw(random, max));
    }

    /**
     * Gives these choices again, and zeros after them. A choice that has become too large is cut to what is allowed.
     */
    static Choices replay(List<Long> choices) {
        return new Choices(
                (index, max) -> index < choices.size() ? Math.min(choices.get(index), max) : 0);
    }

    /** A number from 0, the simplest, to {@code max}. */
    public long upTo(long max) {
        if (max < 0) {
            throw new IllegalArgumentException("Nothing lies between 0 and " + max);
        }
        if (made.size() >= MOST) {
            throw new Discarded();
        }
        long choice = source.choose(made.size(), max);
        made.add(choice);
        return choice;
    }

    /** Marks what is drawn inside as one thing, such as an element of a list, that may be left out as a whole. */
    <T> T group(Supplier<T> inside) {
        int from = made.size();
        T drawn = inside.get();
        groups.add(new Group(from, made.size()));
        return drawn;
    }

    List<Long> made() {
        return List.copyOf(made);
    }

    List<Group> groups() {
        return List.copyOf(groups);
    }

    /** Bugs live at the ends and near zero, where evenly drawn numbers of a wide range hardly ever are. */
    private static long draw(RandomGenerator random, long max) {
        if (max < 256) {
            return random.nextLong(max + 1);
        }
        return switch (random.nextInt(16)) {
            case 0 -> max;
            case 1, 2, 3 -> random.nextLong(17);
            case 4, 5, 6, 7 -> Math.min(max, random.nextLong() >>> (1 + random.nextInt(63)));
            default -> max == Long.MAX_VALUE ? random.nextLong() >>> 1 : random.nextLong(max + 1);
        };
    }

    private interface Source {

        long choose(int index, long max);
    }

    record Group(int from, int until) {}

    /** Thrown when a generator cannot make a value from these choices. The run does not count. */
    static final class Discarded extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Discarded() {
            super("no value", null, false, false);
        }
    }
}
