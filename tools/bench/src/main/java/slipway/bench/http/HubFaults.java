package slipway.bench.http;

/**
 * How the deliveries of a round differ from what they should be.
 *
 * @param ended streams that the server ended
 */
record HubFaults(long missing, long twice, long foreign, long ended) {

    static final HubFaults NONE = new HubFaults(0, 0, 0, 0);

    HubFaults plus(HubFaults other) {
        return new HubFaults(
                missing + other.missing,
                twice + other.twice,
                foreign + other.foreign,
                ended + other.ended);
    }
}
