package slipway.testkit.slurm;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Ports that are free now and stay so until a program listens on them: below those that the kernel gives to outgoing
 * connections, and in a block that no other cluster of this or another process tries at the same time.
 */
final class FreePorts {

    private static final int FIRST = 16_000;
    private static final int BLOCKS = 1_500;

    /** Fewer clusters than this start at once in one process, so that the next process id has other blocks. */
    private static final int BLOCKS_OF_PROCESS = 8;

    private static final AtomicInteger TAKEN = new AtomicInteger();

    private FreePorts() {}

    static List<Integer> block(int ports) {
        long first = ProcessHandle.current().pid() * BLOCKS_OF_PROCESS + TAKEN.getAndIncrement();
        for (int tried = 0; tried < BLOCKS; tried++) {
            int from = FIRST + (int) ((first + tried) % BLOCKS) * ports;
            List<Integer> block = IntStream.range(from, from + ports).boxed().toList();
            if (block.stream().allMatch(FreePorts::isFree)) {
                return block;
            }
        }
        throw new IllegalStateException("No " + ports + " ports in a row are free");
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port)) {
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
