package slipway.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import slipway.base.Bytes;
import slipway.base.Usage;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.Found;
import slipway.run.engine.Sampled;

/** What attempts took since they were measured last: counters of the engine, made into differences. */
final class Meter {

    private final Engine engine;
    private final Map<AttemptId, Sampled> last = new ConcurrentHashMap<>();

    Meter(Engine engine) {
        this.engine = engine;
    }

    Measured since(Workload workload) {
        AttemptId attempt = workload.attempt();
        String type = type(workload);
        Optional<Sampled> now = engine.sample(attempt);
        if (now.isEmpty()) {
            return new Measured(type, 0, Measured.NOTHING.machine());
        }
        Optional<Sampled> before = Optional.ofNullable(last.put(attempt, now.get()));
        return new Measured(type, used(now.get()), machine(before, now.get()));
    }

    void forget(AttemptId attempt) {
        last.remove(attempt);
    }

    private String type(Workload workload) {
        String node = workload.state().place().orElseThrow().seats().getFirst().node();
        return engine.nodes().stream()
                .map(Found::node)
                .filter(each -> each.name().equals(node))
                .map(each -> each.devices().type())
                .findFirst()
                .orElse("cpu");
    }

    private static int used(Sampled sampled) {
        List<Sampled.Gpu> gpus = sampled.gpus();
        if (gpus.isEmpty()) {
            return 0;
        }
        int sum = gpus.stream().mapToInt(gpu -> gpu.utilisation().orElse(100)).sum();
        return Math.min(1_000, sum * 10 / gpus.size());
    }

    private static Usage.Machine machine(Optional<Sampled> before, Sampled now) {
        Duration cpu = now.cpu().minus(before.map(Sampled::cpu).orElse(Duration.ZERO));
        return new Usage.Machine(
                cpu.isNegative() ? Duration.ZERO : cpu,
                now.memoryPeak(),
                difference(now.storage(), before.map(Sampled::storage)),
                difference(now.network().orElse(Bytes.ZERO), before.flatMap(Sampled::network)));
    }

    private static Bytes difference(Bytes now, Optional<Bytes> before) {
        return new Bytes(Math.max(0, now.count() - before.map(Bytes::count).orElse(0L)));
    }
}
