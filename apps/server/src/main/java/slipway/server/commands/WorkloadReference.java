package slipway.server.commands;

import java.util.stream.Collectors;
import slipway.base.text.Format;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.spec.MarkdownReference;
import slipway.spec.workload.WorkloadSpec;

/** The page about what a person writes for a workload. */
final class WorkloadReference {

    private static final String BEGINNING =
            """
            # The spec of a workload

            `slipway submit job.yaml` takes this file; `slipway run train.py` needs none. JSON with the same keys is
            taken too, by the API and as a file. Only `run` is needed. What is wrong is told all at once, with its
            lines, and then nothing is submitted. An editor that knows JSON Schema completes and checks the file with
            [workload.schema.json](workload.schema.json).

            ```yaml
            name: glossa-7b-sft
            team: language
            priority: high
            resources:
              accelerators: H100:8        # of each node
              cpus: 64+
              memory: 512GB+
            nodes: 2
            workdir: .
            setup: pip install -r requirements.txt
            run: python3 sft.py --epochs 3
            launcher: torchrun
            envs:
              LR: 3e-4
              HF_TOKEN:                   # must be given when it is submitted
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

            ## Scripts for Slurm

            `slipway sbatch train.sh` runs a script with `#SBATCH` lines as it is, in the folder one stands in and with
            the `SLURM_*` variables that scripts read; `slipway submit train.sh` takes it as a spec, without them. The
            lines become keys; the script itself is `run`, on every node. Of every line it is told what became of it:
            *mapped* to a key, *ignored* because it changes nothing here, or *refused* because it would change what the
            script means, or is malformed, or is no option of sbatch 22.05 to 24.11. Then nothing is submitted.

            | Option | Key |
            |---|---|
            | `--job-name` | `name` |
            | `--account` | `team` |
            | `--nodes` | `nodes`, of a range the lower end |
            | `--gres=gpu:TYPE:N`, `--gpus-per-node` | `resources.accelerators` |
            | `--gpus`, `--gpus-per-task` | `resources.accelerators`, spread over the nodes |
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
        return BEGINNING
                + MarkdownReference.table(WorkloadSpec.SCHEMA)
                + "\n## within\n\nA domain alone is enough.\n\n"
                + MarkdownReference.table(WorkloadSpec.WITHIN_SCHEMA)
                + "\n## checkpoint\n\nA duration alone says how often.\n\n"
                + MarkdownReference.table(WorkloadSpec.CHECKPOINT_SCHEMA)
                + "\n## pilot\n\nA number alone says how many steps. What a pilot is:"
                + " [pilots](../running.md#pilots).\n\n"
                + MarkdownReference.table(WorkloadSpec.PILOT_SCHEMA)
                + "\n## environment\n\nExactly one of these. A folder alone is a venv. What becomes of it:"
                + " [running](../running.md#environments).\n\n"
                + MarkdownReference.table(WorkloadSpec.ENVIRONMENT_SCHEMA)
                + "\n## slurm_variables\n\nWritten by `slipway sbatch`.\n\n"
                + MarkdownReference.table(WorkloadSpec.SLURM_SCHEMA)
                + "\n## retry\n\nA number alone says how many attempts.\n\n"
                + MarkdownReference.table(WorkloadSpec.RETRY_SCHEMA)
                + "\nIn `rules`, each:\n\n"
                + MarkdownReference.table(WorkloadSpec.RULE_SCHEMA)
                + "\n## plan\n\nEither tokens or samples is written. What comes of it:"
                + " [running](../running.md#what-a-plan-says).\n"
                + SCRIPTS
                + accelerators(Catalog.bundled());
    }

    private static String accelerators(Catalog catalog) {
        return """

               ## Accelerators

               The types that are known by themselves, as of %s. A family stands for all its types: `A100:8` is
               content with each of the A100. One that is not here has the type that `slipway nodes` shows.

               | Type | Family | Memory | 16-bit, dense | Power |
               |---|---|---|---|---|
               """
                        .formatted(catalog.date())
                + catalog.accelerators().stream()
                        .map(WorkloadReference::row)
                        .collect(Collectors.joining());
    }

    private static String row(AcceleratorType one) {
        return "| `%s` | `%s` | %s | %,d TFLOP/s | %s |\n"
                .formatted(
                        one.type(),
                        one.family(),
                        Format.bytes(one.memory()),
                        one.teraflops(),
                        one.watts().isPresent()
                                ? Format.count(one.watts().getAsInt()) + " W"
                                : "not published");
    }
}
