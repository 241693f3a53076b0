package slipway.bench.plan;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import slipway.base.Problem;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.plan.acceptance.AcceptanceTest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares {@code slipway plan measure} on this machine's disk and network with fio and iperf3: the same files,
 * blocks and number of jobs, around the page cache. Slices of both take turns, because a shared disk varies by more
 * within a minute than the two differ.
 */
public final class PlanMeasureBench implements Bench {

    private static final double MOST = 10;
    private static final int QUICK_PAIRS = 4;
    private static final int PAIRS = 16;
    private static final int LONG_PAIRS = 60;
    private static final String SECONDS = "1";
    private static final String JOBS = "4";
    private static final int PATIENCE_SECONDS = 120;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Override
    public String name() {
        return "plan-measure";
    }

    @Override
    public String summary() {
        return "plan measure on disk and network, against fio and iperf3 in turns";
    }

    /** Bytes a second of one slice. */
    @FunctionalInterface
    private interface Slice {
        double rate() throws IOException, InterruptedException;
    }

    /** The same slice by us and by the peer. */
    private record Pair(String what, Slice ours, Slice theirs) {}

    /** Both results, turn by turn. */
    private record Comparison(String what, List<Double> ours, List<Double> theirs) {

        /** Ratios turn by turn, because a shared disk varies from minute to minute. */
        double ratio() {
            return Samples.median(
                    IntStream.range(0, ours.size())
                            .mapToObj(turn -> ours.get(turn) / theirs.get(turn))
                            .toList());
        }

        double off() {
            return 100 * Math.abs(ratio() - 1);
        }
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        needs("python3");
        needs("fio");
        needs("iperf3");
        Path folder = Files.createDirectories(place.fresh("files"));
        Path program = folder.resolveSibling("measure.py");
        Files.writeString(program, AcceptanceTest.program());
        fio(folder, "write", JOBS); // lays the files that all slices use
        List<Pair> pairs =
                List.of(
                        disk(program, folder, "read", "1"),
                        disk(program, folder, "read", JOBS),
                        disk(program, folder, "write", "1"),
                        disk(program, folder, "write", JOBS),
                        new Pair("network, loopback", () -> loopback(program), this::iperf));
        place.say("load %.1f; disk %s", BenchContext.load(), place.disk());
        place.say("%-24s %12s %12s %8s", "figure", "measure", "fio, iperf3", "ratio");
        List<Comparison> told = new ArrayList<>();
        for (Pair pair : pairs) {
            told.add(taken(place, pair));
        }
        return result(place, told);
    }

    private static Pair disk(Path program, Path folder, String verb, String jobs) {
        return new Pair(
                "%s, %s x 1 MiB".formatted(verb, jobs),
                () -> worker(program, verb, folder.toString(), jobs, SECONDS),
                () -> fio(folder, verb, jobs));
    }

    /** The order changes from turn to turn. */
    private static Comparison taken(BenchContext place, Pair pair)
            throws IOException, InterruptedException {
        var told = new Comparison(pair.what, new ArrayList<>(), new ArrayList<>());
        int turns = place.count(QUICK_PAIRS, PAIRS, LONG_PAIRS);
        for (int turn = 0; turn < turns; turn++) {
            if (turn % 2 == 0) {
                told.ours.add(pair.ours.rate());
                told.theirs.add(pair.theirs.rate());
            } else {
                told.theirs.add(pair.theirs.rate());
                told.ours.add(pair.ours.rate());
            }
        }
        place.say(
                "%-24s %7.2f GB/s %7.2f GB/s %8.3f",
                told.what,
                Samples.median(told.ours) / 1e9,
                Samples.median(told.theirs) / 1e9,
                told.ratio());
        return told;
    }

    private static Result result(BenchContext place, List<Comparison> told) {
        var goals = new GoalCheck(place);
        Map<String, Object> more = new LinkedHashMap<>();
        double worst = 0;
        double ratio = 1;
        for (Comparison each : told) {
            goals.atMost(each.what + ", apart by %", each.off(), MOST);
            more.put(each.what + ", ratio", each.ratio());
            more.put(each.what + ", GB/s", Samples.median(each.ours) / 1e9);
            if (each.off() > worst) {
                worst = each.off();
                ratio = each.ratio();
            }
        }
        more.put("load", BenchContext.load());
        more.put("missed", goals.missed());
        return new Result(
                "plan-measure",
                new Result.Headline(worst, "% (the figure that is furthest apart)", "<= 10"),
                new Result.Anchor("fio and iperf3, in turns, same files and blocks", ratio),
                goals.allReached(),
                more);
    }

    private static double worker(Path program, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("python3", program.toString(), "worker"));
        command.addAll(List.of(words));
        return Double.parseDouble(output(command).strip());
    }

    private static double loopback(Path program) throws IOException, InterruptedException {
        return worker(program, "loopback", SECONDS);
    }

    private static double fio(Path folder, String verb, String jobs)
            throws IOException, InterruptedException {
        JsonNode told =
                JSON.readTree(
                        output(
                                List.of(
                                        "fio",
                                        "--name=slice",
                                        "--directory=" + folder,
                                        "--filename_format=$jobnum",
                                        "--rw=" + verb,
                                        "--bs=1M",
                                        "--size=64M",
                                        "--numjobs=" + jobs,
                                        "--ioengine=psync",
                                        "--thread",
                                        "--direct=1",
                                        "--overwrite=1",
                                        "--end_fsync=1",
                                        "--scramble_buffers=0",
                                        "--time_based",
                                        "--runtime=" + SECONDS + "s",
                                        "--group_reporting",
                                        "--output-format=json")));
        return told.path("jobs").path(0).path(verb).path("bw_bytes").asDouble();
    }

    private double iperf() throws IOException, InterruptedException {
        String port = Integer.toString(free());
        Process server =
                new ProcessBuilder("iperf3", "-s", "-1", "-p", port, "--forceflush")
                        .redirectErrorStream(true)
                        .start();
        try {
            // It prints a line when it listens.
            for (int read = 0; read != 'l' && read >= 0; ) {
                read = server.getInputStream().read();
            }
            Thread.ofVirtual().start(() -> swallow(server));
            JsonNode told =
                    JSON.readTree(
                            output(
                                    List.of(
                                            "iperf3",
                                            "-c",
                                            "127.0.0.1",
                                            "-p",
                                            port,
                                            "-t",
                                            SECONDS,
                                            "-J")));
            return told.path("end").path("sum_received").path("bits_per_second").asDouble() / 8;
        } finally {
            server.destroy();
        }
    }

    private static void swallow(Process process) {
        try {
            process.getInputStream().readAllBytes();
        } catch (IOException gone) {
            process.destroy();
        }
    }

    private static int free() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw BenchContext.notMeasured(
                    "%s did not end well.".formatted(command.getFirst()),
                    "It was started as: %s".formatted(String.join(" ", command)),
                    "Start it by hand and look at what it says.");
        }
        return told;
    }

    private static void needs(String program) {
        try {
            Process process = new ProcessBuilder(program, "--version").start();
            process.getInputStream().readAllBytes();
        } catch (IOException missing) {
            throw missing(program).causedBy(missing);
        }
    }

    private static Problem missing(String program) {
        return BenchContext.notMeasured(
                "%s is not on this machine.".formatted(program),
                "The figures are compared with those of fio and iperf3.",
                "Install it, for example: apt install python3 fio iperf3");
    }
}
