package slipway.base;

/** An exact number of bytes. Units are decimal, as on a disk's label: a gigabyte is a thousand million bytes. */
public record Bytes(long count) implements Comparable<Bytes> {

    public static final Bytes ZERO = new Bytes(0);

    public Bytes {
        if (count < 0) {
            throw new IllegalArgumentException("A number of bytes cannot be negative: " + count);
        }
    }

    public static Bytes megabytes(long count) {
        return new Bytes(Math.multiplyExact(count, 1_000_000L));
    }

    public static Bytes gigabytes(long count) {
        return new Bytes(Math.multiplyExact(count, 1_000_000_000L));
    }

    /** The binary unit that kernels, drivers and allocators count in: 1,024 x 1,024 bytes. */
    public static Bytes mebibytes(long count) {
        return new Bytes(Math.multiplyExact(count, 1L << 20));
    }

    public Bytes plus(Bytes more) {
        return new Bytes(Math.addExact(count, more.count));
    }

    public Bytes minus(Bytes less) {
        return new Bytes(Math.subtractExact(count, less.count));
    }

    public Bytes times(long factor) {
        return new Bytes(Math.multiplyExact(count, factor));
    }

    @Override
    public int compareTo(Bytes other) {
        return Long.compare(count, other.count);
    }
}
