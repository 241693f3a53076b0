package slipway.schedule.history;

/** The age buckets of a lifetime: one minute, then each half as long again as the one before, up to some weeks. */
final class AgeBuckets {

    private static final double FIRST_LENGTH = 60;
    private static final double RATIO = 1.5;
    private static final double MAX_AGE = 4e6;

    static final int COUNT = count();

    /** The start of each bucket in seconds, and after them the end of the last. */
    private static final double[] STARTS = starts();

    private AgeBuckets() {}

    private static int count() {
        int count = 2;
        for (double start = FIRST_LENGTH; start < MAX_AGE; start *= RATIO) {
            count++;
        }
        return count;
    }

    private static double[] starts() {
        double[] starts = new double[COUNT + 1];
        double start = FIRST_LENGTH;
        for (int age = 1; age <= COUNT; age++) {
            starts[age] = start;
            start *= RATIO;
        }
        return starts;
    }

    static double start(int age) {
        return STARTS[age];
    }

    static double length(int age) {
        return STARTS[age + 1] - STARTS[age];
    }

    static int bucketOf(double seconds) {
        int age = 0;
        while (age < COUNT - 1 && seconds >= STARTS[age + 1]) {
            age++;
        }
        return age;
    }
}
