package slipway.journal.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A network between a client and a server that can go silent, be cut, or be reset. */
final class NetworkProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final InetSocketAddress target;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile boolean silent;
    private volatile CountDownLatch swallowed = new CountDownLatch(1);

    NetworkProxy(int targetPort) throws IOException {
        this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** From now on every byte disappears, as behind a broken switch. Connections that lost a byte stay dead. */
    void goSilent() {
        swallowed = new CountDownLatch(1);
        silent = true;
    }

    /** Waits until a byte has disappeared. */
    void awaitSwallowed() throws InterruptedException {
        swallowed.await();
    }

    /** New connections work again. */
    void recover() {
        silent = false;
    }

    /** Ends every connection; with a reset, the other side gets an error instead of an end. */
    void cut(boolean reset) {
        links.forEach(link -> link.close(reset));
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                var link = new Link(listener.accept(), new Socket());
                links.add(link);
                link.start();
            }
        } catch (IOException closed) {
            cut(false);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut(false);
    }

    private final class Link {
        private final Socket client;
        private final Socket server;
        private volatile boolean dead;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void start() throws IOException {
            server.connect(target);
            Thread.ofVirtual().start(() -> pump(client, server));
            Thread.ofVirtual().start(() -> pump(server, client));
        }

        private void pump(Socket from, Socket to) {
            byte[] buffer = new byte[8_192];
            try {
                for (int n = from.getInputStream().read(buffer);
                        n >= 0;
                        n = from.getInputStream().read(buffer)) {
                    if (silent) {
                        dead = true;
                        swallowed.countDown();
                    }
                    if (!dead) {
                        to.getOutputStream().write(buffer, 0, n);
                    }
                }
            } catch (IOException ended) {
                dead = true;
            }
            if (!dead) {
                close(false);
            }
        }

        void close(boolean reset) {
            links.remove(this);
            for (Socket socket : new Socket[] {client, server}) {
                try {
                    socket.setSoLinger(reset, 0);
                    socket.close();
                } catch (IOException e) {
                    dead = true;
                }
            }
        }
    }
}
