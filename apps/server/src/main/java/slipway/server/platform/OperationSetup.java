package slipway.server.platform;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.LongConsumer;
import slipway.audit.Audit;
import slipway.base.IdGenerator;
import slipway.journal.Journal;
import slipway.operation.Operations;
import slipway.surface.audit.server.AuditChecks;

/** The operations of the server with their threads, and the check of the audit log, which is one of them. */
record OperationSetup(Operations operations, AuditChecks auditChecks, ExecutorService threads)
        implements AutoCloseable {

    private static final int THREADS = 2;

    static OperationSetup open(
            Journal journal,
            IdGenerator ids,
            Audit audit,
            Function<LongConsumer, Audit.Verification> verify) {
        ExecutorService threads =
                Executors.newFixedThreadPool(
                        THREADS, Thread.ofPlatform().daemon().name("operation-", 1).factory());
        Operations operations = Operations.open(journal, ids, threads);
        return new OperationSetup(operations, new AuditChecks(audit, operations, verify), threads);
    }

    @Override
    public void close() {
        operations.close();
        threads.shutdownNow();
    }
}
