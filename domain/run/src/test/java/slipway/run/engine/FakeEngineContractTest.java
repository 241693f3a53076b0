package slipway.run.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.base.Bytes;
import slipway.run.attempt.AttemptDirectory;
import slipway.schedule.snapshot.Node;

/** The fake fulfills the contract too, so that tests against it are valid. Its jobs are simulated. */
class FakeEngineContractTest extends EngineContract {

    private final FakeEngine.World world = new FakeEngine.World(nodes());

    private static List<Node> nodes() {
        return IntStream.range(0, 3)
                .mapToObj(
                        i ->
                                Node.of(
                                        "fake-" + i,
                                        Node.Devices.of("H100", 8),
                                        new Node.Machine(64_000, Bytes.gigabytes(512))))
                .toList();
    }

    @Override
    protected Engine open(Path attempts) {
        world.behave(FakeEngineContractTest::act);
        return new FakeEngine(world);
    }

    @Override
    protected void loseNode(Engine engine, AttemptDirectory attempt, int rank) {
        ((FakeEngine) engine).loseNode("fake-" + rank);
    }

    @Override
    protected long processes(AttemptId id) {
        return 0;
    }

    private static Optional<Integer> act(Launch launch, int rank, Optional<AttemptSignal> signal) {
        String text = read(launch.directory().resolve("run")).strip();
        if (signal.isEmpty()) {
            return begin(launch, rank, text);
        }
        boolean stops = signal.get() == AttemptSignal.STOP && !text.equals(STUBBORN.strip());
        if (signal.get() == AttemptSignal.CHECKPOINT
                && AttemptDirectory.of(launch).signal().isPresent()) {
            append(launch.directory().resolve("work/saves"), "saved\n");
        }
        return stops ? Optional.of(text.equals(SAVE_AND_END) ? 7 : 143) : Optional.empty();
    }

    private static Optional<Integer> begin(Launch launch, int rank, String text) {
        Path work = launch.directory().resolve("work");
        if (text.equals(SAY_HELLO)) {
            append(work.resolve("starts"), "hello\n");
            append(launch.directory().resolve("log/" + rank), "hello\n");
            return Optional.of(0);
        }
        if (text.equals(TELL_VARIABLES.strip())) {
            append(work.resolve("variables." + rank), variables(launch, rank));
            return Optional.of(0);
        }
        if (text.equals(READ_SECRET)) {
            append(work.resolve("seen"), read(launch.directory().resolve("secrets/token")));
            return Optional.of(0);
        }
        if (text.equals(INTRUDE.strip())) {
            return Optional.of(0);
        }
        if (text.equals(FAIL) || (text.equals(FIRST_FAILS) && rank == 0)) {
            return Optional.of(3);
        }
        append(work.resolve("going"), "on\n");
        return Optional.empty();
    }

    private static String variables(Launch launch, int rank) {
        int nodes = launch.placement().nodes();
        return """
        NNODES=%d
        NODE_RANK=%d
        RANK=%d
        LOCAL_RANK=0
        WORLD_SIZE=%d
        MASTER_ADDR=fake-0
        MASTER_PORT=29500
        SLIPWAY_ATTEMPT=%s
        SLIPWAY_FENCE=%d
        GIVEN=it's "so" $HOME
        """
                .formatted(nodes, rank, rank, nodes, launch.id(), launch.id().number());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
