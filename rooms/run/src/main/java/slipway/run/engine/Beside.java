package slipway.run.engine;

import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/** A command that runs beside an attempt. */
public interface Beside extends AutoCloseable {

    /** What it prints, wherever to; it ends when nothing of it is left that could print. */
    InputStream output();

    /** Its exit code, once it has one. */
    CompletableFuture<Integer> exit();

    /** Ends it with all that it started, if it has not ended. */
    @Override
    void close();
}
