package slipway.run.engine;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/** A command that runs beside an attempt. */
public interface ExecProcess extends AutoCloseable {

    /** Its standard input; a caller without input closes it. */
    OutputStream input();

    /** Its standard output and error; it ends when no process that could write is left. */
    InputStream output();

    /** Its exit code, once it has ended. */
    CompletableFuture<Integer> exit();

    /** Kills the command and all that it started, if it has not ended. */
    @Override
    void close();
}
