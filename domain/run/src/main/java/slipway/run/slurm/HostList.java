package slipway.run.slurm;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Expands host lists such as {@code n[001-003,7]} with {@code scontrol}: their syntax differs with the version of Slurm
 * and the configuration of the cluster. scontrol needs no controller for this.
 */
final class HostList {

    private static final int MAX_CACHED = 10_000;

    private final SlurmPrograms slurmPrograms;
    private final Map<String, List<String>> cache =
            Collections.synchronizedMap(
                    new LinkedHashMap<>() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        protected boolean removeEldestEntry(Map.Entry<String, List<String>> any) {
                            return size() > MAX_CACHED;
                        }
                    });

    HostList(SlurmPrograms slurmPrograms) {
        this.slurmPrograms = slurmPrograms;
    }

    /** The hosts in Slurm's order, which is the order of the ranks. */
    List<String> expand(String list) throws IOException {
        if (!list.contains("[") && !list.contains(",")) {
            return list.isBlank() ? List.of() : List.of(list);
        }
        List<String> names = cache.get(list);
        if (names == null) {
            names = slurmPrograms.outputOf("scontrol", "show", "hostnames", list).lines().toList();
            cache.put(list, names);
        }
        return names;
    }
}
