package slipway.server.commands;

import java.util.stream.Collectors;
import slipway.base.text.Format;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.spec.MarkdownReference;
import slipway.spec.workload.WorkloadSpec;

/** The reference page of the workload spec. */
final class WorkloadReference {

    private static final String INTRODUCTION =
            """
            # Workload spec

            `slipway submit job.yaml` reads this file; `slipway run train.py` needs none. JSON with the same keys is
            accepted too, by the API and as a file. Only `run` is required. All mistakes are reported at once with
            their lines, and nothing is submitted then. An editor with JSON Schema support completes and validates the
            file with [workload.schema.json](workload.schema.json).

            ```yaml
            name: glossa-7b-sft
            team: language
            priority: high
            resources:
              accelerators: H100:8        # per node
              cpus: 64+
              memory: 512GB+
            nodes: 2
            workdir: .
            setup: pip install -r requirements.txt
            run: python3 sft.py --epochs 3
            launcher: torchrun
            envs:
              LR: 3e-4
              HF_TOKEN:                   # must be given at submission
            data:
              corpus: web-clean@12
            max_duration: 12h
            checkpoint: 30m
            retry: 3
            ```

            ## Keys

            """;

    private static final String SCRIPTS =
            """

            ## Slurm scripts

            `slipway sbatch train.sh` runs an unmodified script with `#SBATCH` lines in the current folder, with the
            `SLURM_*` variables that scripts read; `slipway submit train.sh` reads it as a spec, without them. The
            options become keys; the script itself is `run`, on every node. Each option is reported as *mapped* to a
            key, *ignored* because it has no effect here, or *refused* because ignoring it would change the meaning of
            the script, it is malformed, or it is no option of sbatch 22.05 to 24.11. With a refused option nothing is
            submitted.

            | Option | Key |
            |---|---|
            | `--job-name` | `name` |
            | `--account` | `team` |
            | `--nodes` | `nodes`; the lower end of a range |
            | `--gres=gpu:TYPE:N`, `--gpus-per-node` | `resources.accelerators` |
            | `--gpus`, `--gpus-per-task` | `resources.accelerators`, divided by the nodes |
            | `--cpus-per-task`, `--cpus-per-gpu`, `--ntasks`, `--ntasks-per-node` | `resources.cpus` |
            | `--mem`, `--mem-per-cpu`, `--mem-per-gpu` | `resources.memory` |
            | `--time` | `max_duration` |
            | `--array` | `array` |
            | `--dependency=afterok:ID` | `needs` |
            | `--constraint` | `labels` |
            | `--nice`, `--qos` | `priority` |
            | `--export=NAME=VALUE` | `envs` |
            | `--signal=USR1@120` | `checkpoint.signal`, `checkpoint.notice` |
            | `--chdir` | `workdir` |
            """;

    private WorkloadReference() {}

    static String schema() {
        return WorkloadSpec.SCHEMA.schema("A workload").toPrettyString() + "\n";
    }

    static String page() {
        return INTRODUCTION
                + MarkdownReference.table(WorkloadSpec.SCHEMA)
                + "\n## within\n\nA plain domain is enough.\n\n"
                + MarkdownReference.table(WorkloadSpec.WITHIN_SCHEMA)
                + "\n## checkpoint\n\nA plain duration is the interval.\n\n"
                + MarkdownReference.table(WorkloadSpec.CHECKPOINT_SCHEMA)
                + "\n## pilot\n\nA plain number is the number of steps. See"
                + " [pilots](../running.md#pilots).\n\n"
                + MarkdownReference.table(WorkloadSpec.PILOT_SCHEMA)
                + "\n## environment\n\nExactly one of these. A plain folder is a venv. See"
                + " [environments](../running.md#environments).\n\n"
                + MarkdownReference.table(WorkloadSpec.ENVIRONMENT_SCHEMA)
                + "\n## slurm_variables\n\nWritten by `slipway sbatch`.\n\n"
                + MarkdownReference.table(WorkloadSpec.SLURM_SCHEMA)
                + "\n## retry\n\nA plain number is the number of attempts.\n\n"
                + MarkdownReference.table(WorkloadSpec.RETRY_SCHEMA)
                + "\nEach entry of `rules`:\n\n"
                + MarkdownReference.table(WorkloadSpec.RULE_SCHEMA)
                + "\n## plan\n\nRequires either tokens or samples. See"
                + " [plans](../running.md#what-a-plan-says).\n"
                + SCRIPTS
                + accelerators(Catalog.bundled());
    }

    private static String accelerators(Catalog catalog) {
        return """

               ## Accelerators

               The bundled types, as of %s. A family name matches all its types: `A100:8` accepts every A100. For other
               accelerators use the type that `slipway nodes` shows.

               | Type | Family | Memory | 16-bit, dense | Power |
               |---|---|---|---|---|
               """
                        .formatted(catalog.date())
                + catalog.accelerators().stream()
                        .map(WorkloadReference::row)
                        .collect(Collectors.joining());
    }

    private static String row(AcceleratorType type) {
        return "| `%s` | `%s` | %s | %,d TFLOP/s | %s |\n"
                .formatted(
                        type.type(),
                        type.family(),
                        Format.bytes(type.memory()),
                        type.teraflops(),
                        type.watts().isPresent()
                                ? Format.count(type.watts().getAsInt()) + " W"
                                : "not published");
    }
}
