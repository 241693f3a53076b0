package slipway.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which addresses the server sends to. */
class AddressPolicyTest {

    private static boolean permits(AddressPolicy policy, String address) {
        return policy.permits(InetAddress.ofLiteral(address));
    }

    private static List<String> permitted(String... addresses) {
        var policy = new AddressPolicy(List.of());
        return List.of(addresses).stream().filter(address -> permits(policy, address)).toList();
    }

    @Test
    void private_addresses_are_refused() {
        assertThat(
                        permitted(
                                "0.0.0.0",
                                "10.1.2.3",
                                "100.64.0.1",
                                "127.0.0.1",
                                "127.255.255.254",
                                "169.254.169.254",
                                "172.16.0.1",
                                "172.31.255.255",
                                "192.168.0.1",
                                "198.18.0.1",
                                "224.0.0.1",
                                "255.255.255.255",
                                "::",
                                "::1",
                                "::ffff:127.0.0.1",
                                "::ffff:10.0.0.1",
                                "::127.0.0.1",
                                "64:ff9b::a9fe:a9fe",
                                "2002:7f00:1::",
                                "fc00::1",
                                "fd12::1",
                                "fe80::1",
                                "ff02::1"))
                .isEmpty();
    }

    @Test
    void public_addresses_are_permitted() {
        assertThat(
                        permitted(
                                "1.1.1.1",
                                "9.255.255.255",
                                "100.128.0.1",
                                "172.15.0.1",
                                "172.32.0.1",
                                "192.167.0.1",
                                "2606:4700::1111",
                                "2a00:1450::1"))
                .hasSize(8);
    }

    @Test
    void an_allowed_range_is_permitted_and_nothing_beside_it() {
        var policy = new AddressPolicy(List.of(AddressRange.parse("10.20.0.0/15").orElseThrow()));
        assertThat(permits(policy, "10.21.255.255")).isTrue();
        assertThat(permits(policy, "10.22.0.0")).isFalse();
        assertThat(permits(policy, "::1")).isFalse();
    }

    @Test
    void a_range_is_an_address_and_perhaps_a_length() {
        assertThat(AddressRange.parse("10.0.0.1")).map(AddressRange::bits).contains(32);
        assertThat(AddressRange.parse("::1")).map(AddressRange::bits).contains(128);
        for (String text : List.of("", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x")) {
            assertThat(AddressRange.parse(text)).as(text).isEmpty();
        }
    }
}
