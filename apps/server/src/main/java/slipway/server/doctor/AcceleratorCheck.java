package slipway.server.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import slipway.base.text.Format;
import slipway.catalog.Catalog;
import slipway.run.local.nvml.GpuDriver;

/** The accelerators of this machine and the interface that reports them. */
final class AcceleratorCheck implements DoctorCheck {

    private final Path driver;
    private final Supplier<GpuDriver> detect;

    /**
     * @param driver a device file that exists if the kernel driver is loaded
     */
    AcceleratorCheck(Path driver, Supplier<GpuDriver> detect) {
        this.driver = driver;
        this.detect = detect;
    }

    @Override
    public String name() {
        return "accelerators";
    }

    @Override
    public String title() {
        return "accelerators";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        try (GpuDriver gpus = detect.get()) {
            return List.of(gpus.all().isEmpty() ? none() : found(gpus));
        }
    }

    private CheckResult found(GpuDriver gpus) {
        Map<String, Integer> types = new TreeMap<>();
        gpus.all()
                .forEach(
                        card ->
                                types.merge(
                                        Catalog.bundled().typeOfDevice(card.name()),
                                        1,
                                        Integer::sum));
        return ok(
                "%s found by %s: %s"
                        .formatted(
                                Format.count(gpus.all().size(), "accelerator"),
                                gpus.describe(),
                                types.entrySet().stream()
                                        .map(type -> type.getValue() + " x " + type.getKey())
                                        .collect(Collectors.joining(", "))));
    }

    private CheckResult none() {
        return Files.exists(driver)
                ? warn(
                        driver + " exists, but neither NVML nor nvidia-smi answers",
                        "install the libraries of the same driver version; in a container, expose the accelerators")
                : ok("no accelerators reported by NVML or nvidia-smi; jobs use CPU cores");
    }
}
