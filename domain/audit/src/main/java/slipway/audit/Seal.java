package slipway.audit;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An audit seal: the signed head of the Merkle tree, written as a signed note: origin, size, root, time, its own number
 * with the hash of the seal before it, an empty line, the signature.
 *
 * <p>Because each seal holds the hash of the one before it, one valid signature covers all earlier seals too: a
 * thousand seals are checked with a thousand hashes and one signature.
 *
 * @param origin name of the log
 * @param number from 1, without gaps
 * @param previous hash of the whole text of the seal before it
 */
public record Seal(String origin, Covers covers, long number, Sha256Hash previous, Signed by) {

    private static final Pattern TEXT =
            Pattern.compile(
                    """
                    ([^\\s+]{1,200})
                    (\\d{1,18})
                    ([A-Za-z0-9+/]{43}=)
                    (\\S{1,40})
                    seal (\\d{1,18}) after ([A-Za-z0-9+/]{43}=)

                    — ([^\\s+]{1,200}) ([A-Za-z0-9+/]{1,120}={0,2})
                    """);

    /** The sealed state: number of entries, root of their tree, time. */
    public record Covers(long size, Sha256Hash root, Instant at) {}

    /**
     * The signer.
     *
     * @param signature four bytes of the key's hash and the Ed25519 signature, base64
     */
    public record Signed(String name, String signature) {}

    /** Parses the text of a seal; empty if any character deviates from the canonical form. */
    public static Optional<Seal> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            var covers =
                    new Covers(
                            Long.parseLong(matcher.group(2)),
                            Sha256Hash.base64(matcher.group(3)),
                            Instant.parse(matcher.group(4)));
            var seal =
                    new Seal(
                            matcher.group(1),
                            covers,
                            Long.parseLong(matcher.group(5)),
                            Sha256Hash.base64(matcher.group(6)),
                            new Signed(matcher.group(7), matcher.group(8)));
            return Optional.of(seal).filter(read -> read.roundTrips(text));
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Base64 can encode the same bytes in several ways; only the canonical one is accepted. */
    private boolean roundTrips(String text) {
        byte[] signature = Base64.getDecoder().decode(by.signature());
        return text().equals(text)
                && Base64.getEncoder().encodeToString(signature).equals(by.signature());
    }

    public long size() {
        return covers.size();
    }

    public Sha256Hash root() {
        return covers.root();
    }

    public Instant at() {
        return covers.at();
    }

    /** The name of its file in the mirror. */
    public String fileName() {
        return SealMirror.fileName(number);
    }

    String name() {
        return by.name();
    }

    String signature() {
        return by.signature();
    }

    Seal with(Signed signed) {
        return new Seal(origin, covers, number, previous, signed);
    }

    /** The whole text, as it is stored and exported. */
    public String text() {
        return body() + "\n— " + by.name() + " " + by.signature() + "\n";
    }

    byte[] signedBytes() {
        return body().getBytes(StandardCharsets.UTF_8);
    }

    Sha256Hash hash() {
        return Sha256Hash.of(text().getBytes(StandardCharsets.UTF_8));
    }

    private String body() {
        return String.join(
                        "\n",
                        origin,
                        Long.toString(size()),
                        root().base64(),
                        at().toString(),
                        "seal " + number + " after " + previous.base64())
                + "\n";
    }
}
