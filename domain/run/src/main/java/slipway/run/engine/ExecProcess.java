package slipway.run.engine;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/** A command that runs beside an attempt. */
public interface ExecProcess extends AutoCloseable {

    /** What it reads. Who has nothing to tell it closes this. */
    OutputStream input();

    /** What it prints, wherever to; it ends when nothing of it is left that could print. */
    InputStream output();

    /** Its exit code, once it has one. */
    CompletableFuture<Integer> exit();

    /** Ends it with all that it started, if it has not ended. */
    @Override
    void close();
}
