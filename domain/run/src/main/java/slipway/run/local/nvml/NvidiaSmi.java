package slipway.run.local.nvml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Bytes;
import slipway.run.engine.UsageSample.Gpu;

/**
 * Reads GPUs through the program nvidia-smi, where NVML cannot be loaded. One process prints a line for each card every
 * five seconds: a new process for each reading would cost fifty times as much.
 */
final class NvidiaSmi implements GpuDriver {

    private static final Logger LOG = LoggerFactory.getLogger(NvidiaSmi.class);
    private static final int TIMEOUT_SECONDS = 20;
    private static final String FORMAT = "--format=csv,noheader,nounits";
    private static final String LIST = "--query-gpu=index,uuid,name,memory.total";
    private static final String READ =
            "--query-gpu=uuid,utilization.gpu,memory.used,power.draw,temperature.gpu,clocks_throttle_reasons.active";

    private final List<Card> cards;
    private final Process loop;
    private final Map<String, Gpu> newest = new ConcurrentSkipListMap<>();
    private final CountDownLatch firstReadings;

    private NvidiaSmi(List<Card> cards, Process loop) {
        this.cards = cards;
        this.loop = loop;
        this.firstReadings = new CountDownLatch(cards.size());
        Thread.ofPlatform().daemon().name("nvidia-smi").start(this::readLoop);
    }

    static Optional<NvidiaSmi> find() {
        return find("nvidia-smi");
    }

    static Optional<NvidiaSmi> find(String program) {
        try {
            List<Card> cards = cards(output(program, LIST, FORMAT));
            if (cards.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    new NvidiaSmi(
                            cards, new ProcessBuilder(program, READ, FORMAT, "-l", "5").start()));
        } catch (IOException e) {
            LOG.debug("{} is not installed", program, e);
            return Optional.empty();
        }
    }

    private static List<String> output(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader reader = process.inputReader(UTF_8)) {
            List<String> lines = reader.readAllLines();
            boolean succeeded =
                    process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
            return succeeded ? lines : List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Uses the index as the number of the device file, which is right unless cards are hidden from this machine. */
    static List<Card> cards(List<String> lines) {
        var cards = new ArrayList<Card>();
        for (String line : lines) {
            String[] cells = line.split(", ", -1);
            if (cells.length == 4 && cells[0].matches("[0-9]{1,4}")) {
                int index = Integer.parseInt(cells[0]);
                Bytes memory = Bytes.mebibytes(number(cells[3]).orElse(0L));
                cards.add(new Card(index, index, cells[1], cells[2], memory));
            }
        }
        return List.copyOf(cards);
    }

    static Optional<Gpu> reading(String line) {
        String[] cells = line.split(", ", -1);
        if (cells.length != 6) {
            return Optional.empty();
        }
        String bits = cells[5].strip();
        long throttle =
                bits.matches("0x[0-9a-fA-F]{1,16}")
                        ? Long.parseUnsignedLong(bits.substring(2), 16)
                        : 0;
        return Optional.of(
                new Gpu(
                        cells[0],
                        number(cells[1]).map(Long::intValue),
                        Bytes.mebibytes(number(cells[2]).orElse(0L)),
                        number(cells[3]).orElse(0L).intValue(),
                        number(cells[4]).orElse(0L).intValue(),
                        ThrottleReason.describe(throttle),
                        List.of()));
    }

    /** Parses whole units; unsupported values are words in brackets. */
    private static Optional<Long> number(String cell) {
        String plain = cell.strip().replaceFirst("\\..*", "");
        return plain.matches("[0-9]{1,12}") ? Optional.of(Long.valueOf(plain)) : Optional.empty();
    }

    private void readLoop() {
        try (BufferedReader reader = loop.inputReader(UTF_8)) {
            reader.lines().flatMap(line -> reading(line).stream()).forEach(this::store);
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("nvidia-smi has ended", e);
        }
        newest.clear();
    }

    private void store(Gpu gpu) {
        newest.put(gpu.uuid(), gpu);
        firstReadings.countDown();
    }

    /** Waits for the first readings: the program needs a moment to print them. */
    List<Gpu> first() throws InterruptedException {
        if (!firstReadings.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            LOG.warn("nvidia-smi has printed nothing for {} s", TIMEOUT_SECONDS);
        }
        return read();
    }

    @Override
    public List<Card> all() {
        return cards;
    }

    @Override
    public List<Gpu> read() {
        return List.copyOf(newest.values());
    }

    @Override
    public String describe() {
        return "nvidia-smi";
    }

    @Override
    public void close() {
        loop.destroy();
    }
}
