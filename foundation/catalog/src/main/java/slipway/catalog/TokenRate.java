package slipway.catalog;

/** Tokens that one accelerator trains on in a second. */
public record TokenRate(double perSecond) implements Comparable<TokenRate> {

    public TokenRate {
        if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
            throw new IllegalArgumentException("A rate is a positive number, not " + perSecond);
        }
    }

    @Override
    public int compareTo(TokenRate other) {
        return Double.compare(perSecond, other.perSecond);
    }
}
