package slipway.notify;

import java.net.InetAddress;
import java.util.Optional;

/** A range of IP addresses in CIDR notation. */
public record AddressRange(InetAddress first, int bits) {

    /** Parses {@code 10.0.0.0/8} or a single address; empty when the text is neither. A host name is never resolved. */
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        try {
            InetAddress first = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int width = first.getAddress().length * Byte.SIZE;
            int bits = slash < 0 ? width : Integer.parseInt(text.substring(slash + 1));
            return bits < 0 || bits > width
                    ? Optional.empty()
                    : Optional.of(new AddressRange(first, bits));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    boolean contains(InetAddress address) {
        byte[] left = first.getAddress();
        byte[] right = address.getAddress();
        if (left.length != right.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % Byte.SIZE);
            if (((left[bit / Byte.SIZE] ^ right[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return first.getHostAddress() + "/" + bits;
    }
}
