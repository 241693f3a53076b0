package slipway.surface.run.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.surface.run.server.proxy.WorkspaceServer.until;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.testkit.Needs;

/**
 * The documented nginx configuration: TLS in front of the server and of the ports of workspaces. nginx listens at the
 * same ports of another loopback address.
 */
@Tag("network")
class NginxTest {

    private static final String HOST = "127.0.0.2";

    @TempDir Path folder;

    private String configuration(int... ports) {
        var servers = new StringBuilder();
        for (int port : ports) {
            servers.append(
                    """
                    server {
                      listen %1$s:%2$d ssl;
                      location / {
                        proxy_pass http://127.0.0.1:%2$d;
                        proxy_http_version 1.1;
                        proxy_set_header Host $http_host;
                        proxy_set_header Upgrade $http_upgrade;
                        proxy_set_header Connection $connection_upgrade;
                        proxy_buffering off;
                      }
                    }
                    """
                            .formatted(HOST, port));
        }
        return """
        daemon off;
        pid %1$s/pid;
        error_log stderr;
        events {}
        http {
          access_log off;
          client_body_temp_path %1$s/body;
          proxy_temp_path %1$s/proxy;
          fastcgi_temp_path %1$s/fastcgi;
          uwsgi_temp_path %1$s/uwsgi;
          scgi_temp_path %1$s/scgi;
          ssl_certificate %1$s/cert.pem;
          ssl_certificate_key %1$s/key.pem;
          map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
          %2$s
        }
        """
                .formatted(folder, servers);
    }

    private void makeCertificate() throws IOException, InterruptedException {
        List<String> command =
                List.of(
                        "openssl",
                        "req",
                        "-x509",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:P-256",
                        "-nodes",
                        "-days",
                        "2",
                        "-subj",
                        "/CN=" + HOST,
                        "-addext",
                        "subjectAltName=IP:" + HOST,
                        "-keyout",
                        folder.resolve("key.pem").toString(),
                        "-out",
                        folder.resolve("cert.pem").toString());
        assertThat(new ProcessBuilder(command).redirectErrorStream(true).start().waitFor())
                .isZero();
    }

    private Process nginx(int... ports) throws IOException {
        Path file = Files.writeString(folder.resolve("nginx.conf"), configuration(ports));
        Process nginx =
                new ProcessBuilder(
                                "nginx",
                                "-e",
                                "stderr",
                                "-p",
                                folder.toString(),
                                "-c",
                                file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile())
                        .start();
        for (int port : ports) {
            until(() -> accepts(port) || !nginx.isAlive());
        }
        assertThat(nginx.isAlive()).as(Files.readString(folder.resolve("log"))).isTrue();
        return nginx;
    }

    private static boolean accepts(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(HOST, port), 1_000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private HttpClient browser() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(folder.resolve("cert.pem"))) {
            store.setCertificateEntry(
                    "nginx", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    /** Collects the text of a WebSocket. */
    private static final class Received implements WebSocket.Listener {

        private final CompletableFuture<String> first = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            first.complete(text.toString());
            return WebSocket.Listener.super.onText(socket, text, last);
        }
    }

    @Test
    void a_workspace_opens_behind_a_proxy_with_tls(@TempDir Path data) throws Exception {
        Needs.command("nginx", "nginx");
        Needs.command("openssl", "openssl");
        makeCertificate();
        String url = "https://" + HOST;
        try (WorkspaceServer server =
                WorkspaceServer.in(
                        data,
                        InstantSource.system(),
                        "--public-url",
                        url,
                        "--run-workspace-url",
                        url)) {
            server.submit("lab", WorkspaceServer.APP);
            until(() -> server.workspace("lab").listens());
            URI address = server.address(server.admin(), "lab");
            assertThat(address.toString()).startsWith(url + ":");
            Process nginx = nginx(server.url().getPort(), address.getPort());
            try (HttpClient browser = browser()) {
                URI main = URI.create(url + ":" + server.url().getPort() + "/login");
                HttpResponse<String> login = get(browser, main, "");
                assertThat(login.statusCode()).isEqualTo(200);
                assertThat(login.headers().firstValue("Strict-Transport-Security")).isEmpty();
                HttpResponse<String> entered = get(browser, address, "");
                assertThat(entered.statusCode()).isEqualTo(303);
                String cookie = entered.headers().firstValue("Set-Cookie").orElseThrow();
                assertThat(cookie).contains("; Secure");
                String pass = cookie.replaceFirst(";.*", "");
                assertThat(get(browser, address.resolve("/"), pass).body()).startsWith("GET /\n");
                assertThat(received(browser, address, pass)).isEqualTo("early");
            } finally {
                nginx.destroy();
                assertThat(nginx.waitFor(1, TimeUnit.MINUTES)).isTrue();
            }
        }
    }

    private static HttpResponse<String> get(HttpClient browser, URI uri, String cookie)
            throws IOException, InterruptedException {
        return browser.send(
                HttpRequest.newBuilder(uri).header("Cookie", cookie).build(),
                BodyHandlers.ofString());
    }

    private static String received(HttpClient browser, URI address, String pass) throws Exception {
        var received = new Received();
        URI socket = URI.create(address.resolve("/ws").toString().replaceFirst("^https", "wss"));
        WebSocket open =
                browser.newWebSocketBuilder()
                        .header("Cookie", pass)
                        .header("Origin", "https://" + address.getAuthority())
                        .buildAsync(socket, received)
                        .join();
        String first = received.first.get(1, TimeUnit.MINUTES);
        open.abort();
        return first;
    }
}
