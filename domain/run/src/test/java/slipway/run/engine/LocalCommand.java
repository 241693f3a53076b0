package slipway.run.engine;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A command on this machine, beside a simulated job. */
public record LocalCommand(Process process) implements ExecProcess {

    @Override
    public OutputStream input() {
        return process.getOutputStream();
    }

    @Override
    public InputStream output() {
        return process.getInputStream();
    }

    @Override
    public CompletableFuture<Integer> exit() {
        return process.onExit().thenApply(Process::exitValue);
    }

    @Override
    public void close() {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }
}
