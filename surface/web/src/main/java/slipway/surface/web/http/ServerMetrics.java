package slipway.surface.web.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/** The server's metrics in the Prometheus text format. */
public final class ServerMetrics {

    private static final double[] BOUNDS = {
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
    };

    private final Map<String, Timing> routes = new ConcurrentHashMap<>();
    private final List<Gauge> gauges = new ArrayList<>();

    /** A number that is read on each scrape. */
    private record Gauge(String name, String type, String help, DoubleSupplier value) {}

    /** The count, duration and status of the requests of one route. */
    private static final class Timing {
        private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
        private final LongAdder nanos = new LongAdder();
        private final Map<Integer, LongAdder> byStatus = new ConcurrentHashMap<>();

        Timing() {
            for (int i = 0; i < buckets.length; i++) {
                buckets[i] = new LongAdder();
            }
        }

        void add(int status, long took) {
            byStatus.computeIfAbsent(status, _ -> new LongAdder()).increment();
            nanos.add(took);
            int i = 0;
            while (i < BOUNDS.length && took > BOUNDS[i] * 1e9) {
                i++;
            }
            buckets[i].increment();
        }
    }

    /** Registers a gauge. Call before the server starts. */
    public void gauge(String name, String help, DoubleSupplier value) {
        gauges.add(new Gauge(name, "gauge", help, value));
    }

    /** Registers a counter. Call before the server starts. */
    public void counter(String name, String help, DoubleSupplier value) {
        gauges.add(new Gauge(name, "counter", help, value));
    }

    /** The label is the name of a route, never an untrusted path. */
    void recordRequest(String route, int status, long nanos) {
        routes.computeIfAbsent(route, _ -> new Timing()).add(status, nanos);
    }

    public String text() {
        var text = new StringBuilder();
        for (Gauge gauge : gauges) {
            head(text, gauge.name(), gauge.type(), gauge.help());
            text.append(gauge.name()).append(' ').append(number(gauge.value().getAsDouble()));
            text.append('\n');
        }
        requests(text);
        return text.toString();
    }

    private void requests(StringBuilder text) {
        head(text, "slipway_http_requests_total", "counter", "Requests answered, by route.");
        var sorted = new TreeMap<>(routes);
        sorted.forEach(
                (route, timing) ->
                        new TreeMap<>(timing.byStatus)
                                .forEach(
                                        (status, count) ->
                                                text.append("slipway_http_requests_total{route=\"")
                                                        .append(route)
                                                        .append("\",status=\"")
                                                        .append(status)
                                                        .append("\"} ")
                                                        .append(count.sum())
                                                        .append('\n')));
        head(text, "slipway_http_seconds", "histogram", "Request durations by route.");
        sorted.forEach((route, timing) -> histogram(text, route, timing));
    }

    private static void histogram(StringBuilder text, String route, Timing timing) {
        long sum = 0;
        for (int i = 0; i <= BOUNDS.length; i++) {
            sum += timing.buckets[i].sum();
            text.append("slipway_http_seconds_bucket{route=\"")
                    .append(route)
                    .append("\",le=\"")
                    .append(i < BOUNDS.length ? number(BOUNDS[i]) : "+Inf")
                    .append("\"} ")
                    .append(sum)
                    .append('\n');
        }
        String label = "{route=\"" + route + "\"} ";
        text.append("slipway_http_seconds_sum").append(label);
        text.append(timing.nanos.sum() / 1e9).append('\n');
        text.append("slipway_http_seconds_count").append(label).append(sum).append('\n');
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
