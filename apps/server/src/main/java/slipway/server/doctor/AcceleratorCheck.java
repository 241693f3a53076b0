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

/** Which accelerators are found, and how. */
final class AcceleratorCheck implements DoctorCheck {

    private final Path driver;
    private final Supplier<GpuDriver> look;

    /**
     * @param driver is there where the kernel has a driver for accelerators
     */
    AcceleratorCheck(Path driver, Supplier<GpuDriver> look) {
        this.driver = driver;
        this.look = look;
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
    public List<CheckResult> look(DoctorContext doctorContext) {
        try (GpuDriver gpuDriver = look.get()) {
            return List.of(gpuDriver.all().isEmpty() ? none() : found(gpuDriver));
        }
    }

    private CheckResult found(GpuDriver gpuDriver) {
        Map<String, Integer> types = new TreeMap<>();
        gpuDriver
                .all()
                .forEach(
                        card ->
                                types.merge(
                                        Catalog.bundled().typeOfDevice(card.name()),
                                        1,
                                        Integer::sum));
        return ok(
                "%s found by %s: %s"
                        .formatted(
                                Format.count(gpuDriver.all().size(), "accelerator"),
                                gpuDriver.describe(),
                                types.entrySet().stream()
                                        .map(type -> type.getValue() + " x " + type.getKey())
                                        .collect(Collectors.joining(", "))));
    }

    private CheckResult none() {
        return Files.exists(driver)
                ? warn(
                        driver + " is there, but neither NVML nor nvidia-smi answers",
                        "install the libraries of the same driver version; in a container, pass the accelerators in")
                : ok("no accelerators by NVML or nvidia-smi; jobs get processors");
    }
}
