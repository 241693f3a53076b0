package slipway.notify;

import java.net.InetAddress;
import java.util.List;

/**
 * The addresses that the server sends to: public ones, and those that an administrator allows. Otherwise a user who may
 * create a webhook could reach everything that the server's machine can reach: its own ports, the metadata service of a
 * cloud, the switches of the cluster.
 */
public final class AddressPolicy {

    /** Not public, or a way to write an address that is not: IPv4 in IPv6, NAT64, 6to4, Teredo. */
    private static final List<AddressRange> PRIVATE =
            ranges(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "224.0.0.0/4",
                    "240.0.0.0/4",
                    "::/96",
                    "64:ff9b::/96",
                    "64:ff9b:1::/48",
                    "100::/64",
                    "2001::/32",
                    "2002::/16",
                    "fc00::/7",
                    "fe80::/10",
                    "fec0::/10",
                    "ff00::/8");

    private final List<AddressRange> allowed;

    /**
     * @param allowed private addresses that may be used all the same
     */
    public AddressPolicy(List<AddressRange> allowed) {
        this.allowed = List.copyOf(allowed);
    }

    private static List<AddressRange> ranges(String... texts) {
        return List.of(texts).stream().map(text -> AddressRange.parse(text).orElseThrow()).toList();
    }

    boolean permits(InetAddress address) {
        return PRIVATE.stream().noneMatch(range -> range.contains(address))
                || allowed.stream().anyMatch(range -> range.contains(address));
    }
}
