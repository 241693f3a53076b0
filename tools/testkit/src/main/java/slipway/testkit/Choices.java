package slipway.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The source of a generator's numbers, and a record of them. A value is made from this sequence of numbers alone, so
 * a value is shrunk by shrinking its sequence and drawing again: no type needs its own shrinker, and a shrunk value
 * is always one that its generator could have drawn. Zero is the simplest choice, and a shorter sequence is simpler
 * than a longer one.
 */
public final class Choices {

    /** Far more than a readable value needs; a generator that needs more would never end. */
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

    /** Replays these choices, and zeros after them. A choice that has become too large is reduced to the limit. */
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

    /** Marks a group of choices, such as an element of a list, that can be removed as a whole. */
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

    /** Prefers the ends and numbers near zero, where bugs are and evenly drawn numbers of a wide range are rare. */
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
