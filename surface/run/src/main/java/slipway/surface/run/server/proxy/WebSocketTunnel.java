package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a connection becomes once both sides speak WebSocket: bytes go both ways until one of them closes. */
final class WebSocketTunnel extends AbstractConnection implements Connection.UpgradeTo {

    private static final Logger LOG = LoggerFactory.getLogger(Tunnel.class);

    /** A browser that vanished without a word is not waited for longer. */
    private static final Duration SILENCE = Duration.ofHours(1);

    private final AppConnection appConnection;
    private final Ends ends;
    private final InputActivity inputActivity = new InputActivity();
    private ByteBuffer early = BufferUtil.EMPTY_BUFFER;

    /**
     * @param said what came from the app behind its agreement
     * @param used is told when a person does something
     * @param over is told once, when it has ended
     */
    record Ends(ByteBuffer said, Runnable used, Runnable over) {}

    WebSocketTunnel(
            EndPoint browser,
            java.util.concurrent.Executor executor,
            AppConnection appConnection,
            Ends ends) {
        super(browser, executor);
        this.appConnection = appConnection;
        this.ends = ends;
    }

    /** What the browser sent before the connection was this one. */
    @Override
    public void onUpgradeTo(ByteBuffer prefilled) {
        early = BufferUtil.copy(prefilled);
    }

    @Override
    public void onOpen() {
        super.onOpen();
        appConnection.lasts();
        getEndPoint().setIdleTimeout(SILENCE.toMillis());
        Thread.ofVirtual().name("from-browser").start(() -> carry(this::fromBrowser));
        Thread.ofVirtual().name("from-app").start(() -> carry(this::fromApp));
    }

    @Override
    public void onFillable() {
        throw new IllegalStateException("Reading is done by a thread of its own");
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        appConnection.end();
        ends.over().run();
    }

    /** Carries bytes one way. */
    @FunctionalInterface
    private interface Way {
        void carry() throws IOException;
    }

    private void carry(Way way) {
        try {
            way.carry();
        } catch (IOException e) {
            LOG.debug("A WebSocket to a workspace ended", e);
        } finally {
            appConnection.end();
            getEndPoint().close();
        }
    }

    private void fromBrowser() throws IOException {
        send(early);
        ByteBuffer buffer = BufferUtil.allocate(AppReader.PIECE);
        for (int read = 0; read >= 0; read = getEndPoint().fill(buffer)) {
            if (read > 0) {
                send(buffer);
                BufferUtil.clear(buffer);
            } else {
                try (Blocker.Callback more = Blocker.callback()) {
                    getEndPoint().fillInterested(more);
                    more.block();
                }
            }
        }
    }

    private void send(ByteBuffer bytes) throws IOException {
        if (bytes.hasRemaining() && inputActivity.isIn(bytes)) {
            ends.used().run();
        }
        while (bytes.hasRemaining()) {
            appConnection.app().write(bytes);
        }
    }

    private void fromApp() throws IOException {
        show(ends.said());
        ByteBuffer buffer = ByteBuffer.allocate(AppReader.PIECE);
        while (appConnection.app().read(buffer) >= 0) {
            show(buffer.flip());
            buffer.clear();
        }
    }

    private void show(ByteBuffer bytes) throws IOException {
        if (bytes.hasRemaining()) {
            try (Blocker.Callback written = Blocker.callback()) {
                getEndPoint().write(written, bytes);
                written.block();
            }
        }
    }
}
