package slipway.surface.run.server.proxy;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Records the messages of a WebSocket until it closes. */
final class Ear implements WebSocket.Listener {

    private final StringBuilder heard = new StringBuilder();
    final CompletableFuture<String> ended = new CompletableFuture<>();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
        synchronized (heard) {
            heard.append(text).append('.');
        }
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        ended.complete("closed");
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
        synchronized (heard) {
            heard.append("ping.");
        }
        socket.request(1);
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        ended.complete("broken off");
    }

    String heard() {
        synchronized (heard) {
            return heard.toString();
        }
    }
}
