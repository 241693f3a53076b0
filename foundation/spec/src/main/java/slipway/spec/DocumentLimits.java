package slipway.spec;

/**
 * Size limits of a document. Real documents are far smaller; the limits stop malicious ones.
 *
 * @param bytes of the text
 * @param depth of blocks and lists within each other
 * @param values keys, values, lists and blocks together
 */
public record DocumentLimits(int bytes, int depth, int values) {

    public static final DocumentLimits DEFAULT = new DocumentLimits(1 << 20, 32, 50_000);

    public DocumentLimits {
        if (bytes < 1 || depth < 1 || values < 1) {
            throw new IllegalArgumentException("A limit is at least 1");
        }
    }
}
