package slipway.notify;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/** The URL of a webhook. */
final class WebhookAddress {

    private static final int MAX_LENGTH = 2_000;
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private WebhookAddress() {}

    /** Throws a problem unless the URL can be sent to; the addresses of a host name are checked at each attempt. */
    static void require(String url, AddressPolicy policy) {
        URI uri = uri(url).orElseThrow(() -> NotifyProblems.badUrl(url));
        literal(WebhookClient.host(uri))
                .filter(address -> !policy.permits(address))
                .ifPresent(
                        address -> {
                            throw NotifyProblems.addressRefused(url);
                        });
    }

    static Optional<URI> uri(String url) {
        try {
            var uri = new URI(url);
            boolean good =
                    url.length() <= MAX_LENGTH
                            && url.chars().allMatch(c -> c > ' ' && c < 0x7f)
                            && uri.getScheme() != null
                            && SCHEMES.contains(uri.getScheme())
                            && uri.getHost() != null
                            && uri.getRawUserInfo() == null
                            && uri.getRawFragment() == null
                            && uri.getPort() != 0
                            && uri.getPort() <= 65_535;
            return good ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** The rest of the URL may be a secret, as with Slack, and must not be in an event. */
    static String host(String url) {
        return uri(url).map(URI::getHost).orElse("");
    }

    private static Optional<InetAddress> literal(String host) {
        try {
            return Optional.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException name) {
            return Optional.empty();
        }
    }
}
