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

/** A connection after both sides switched to WebSocket: copies bytes both ways until one side closes. */
final class WebSocketTunnel extends AbstractConnection implements Connection.UpgradeTo {

    private static final Logger LOG = LoggerFactory.getLogger(WebSocketTunnel.class);

    /** Ends the connection of a browser that disappeared without closing it. */
    private static final Duration IDLE_TIMEOUT = Duration.ofHours(1);

    private final AppConnection appConnection;
    private final Callbacks callbacks;
    private final InputActivity inputActivity = new InputActivity();
    private ByteBuffer early = BufferUtil.EMPTY_BUFFER;

    /**
     * @param early the bytes that the app sent directly after the head of its answer
     * @param onUse runs when the user does something
     * @param onClose runs once, at the end
     */
    record Callbacks(ByteBuffer early, Runnable onUse, Runnable onClose) {}

    WebSocketTunnel(
            EndPoint browser,
            java.util.concurrent.Executor executor,
            AppConnection appConnection,
            Callbacks callbacks) {
        super(browser, executor);
        this.appConnection = appConnection;
        this.callbacks = callbacks;
    }

    /** Keeps the bytes that the browser sent before the upgrade. */
    @Override
    public void onUpgradeTo(ByteBuffer prefilled) {
        early = BufferUtil.copy(prefilled);
    }

    @Override
    public void onOpen() {
        super.onOpen();
        appConnection.becomeWebSocket();
        getEndPoint().setIdleTimeout(IDLE_TIMEOUT.toMillis());
        Thread.ofVirtual().name("from-browser").start(() -> copy(this::fromBrowser));
        Thread.ofVirtual().name("from-app").start(() -> copy(this::fromApp));
    }

    @Override
    public void onFillable() {
        throw new IllegalStateException("A dedicated thread reads");
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        appConnection.close();
        callbacks.onClose().run();
    }

    /** Copies bytes in one direction. */
    @FunctionalInterface
    private interface Direction {
        void copy() throws IOException;
    }

    private void copy(Direction direction) {
        try {
            direction.copy();
        } catch (IOException e) {
            LOG.debug("A WebSocket to a workspace ended", e);
        } finally {
            appConnection.close();
            getEndPoint().close();
        }
    }

    private void fromBrowser() throws IOException {
        sendToApp(early);
        ByteBuffer buffer = BufferUtil.allocate(AppReader.BLOCK_SIZE);
        for (int read = 0; read >= 0; read = getEndPoint().fill(buffer)) {
            if (read > 0) {
                sendToApp(buffer);
                BufferUtil.clear(buffer);
            } else {
                try (Blocker.Callback more = Blocker.callback()) {
                    getEndPoint().fillInterested(more);
                    more.block();
                }
            }
        }
    }

    private void sendToApp(ByteBuffer bytes) throws IOException {
        if (bytes.hasRemaining() && inputActivity.hasInput(bytes)) {
            callbacks.onUse().run();
        }
        while (bytes.hasRemaining()) {
            appConnection.app().write(bytes);
        }
    }

    private void fromApp() throws IOException {
        sendToBrowser(callbacks.early());
        ByteBuffer buffer = ByteBuffer.allocate(AppReader.BLOCK_SIZE);
        while (appConnection.app().read(buffer) >= 0) {
            sendToBrowser(buffer.flip());
            buffer.clear();
        }
    }

    private void sendToBrowser(ByteBuffer bytes) throws IOException {
        if (bytes.hasRemaining()) {
            try (Blocker.Callback written = Blocker.callback()) {
                getEndPoint().write(written, bytes);
                written.block();
            }
        }
    }
}
