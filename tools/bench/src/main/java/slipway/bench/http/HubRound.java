package slipway.bench.http;

import slipway.bench.kit.Samples;

/**
 * The result of a round.
 *
 * @param notes acknowledged per second, of all writers
 * @param teamNotes the part that was written to the watched teams
 */
record HubRound(double notes, double teamNotes, Delivered delivered, HubFaults faults) {

    /** The deliveries of notes that were due while the round counted: seconds from that time until they were read. */
    record Delivered(long count, double median, double p99, double slowest) {

        static Delivered of(long[] nanos) {
            if (nanos.length == 0) {
                return new Delivered(0, 0, 0, 0);
            }
            Samples waits = Samples.of(nanos);
            return new Delivered(
                    nanos.length, waits.medianSeconds(), waits.seconds(0.99), waits.seconds(1));
        }
    }
}
