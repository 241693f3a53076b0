package slipway.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import slipway.base.Problem;
import slipway.spec.Document;
import slipway.spec.DocumentLimits;
import slipway.spec.sbatch.SbatchScript;
import slipway.spec.sbatch.WorkloadFile;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;

/** Submitted specs: YAML, JSON and Slurm scripts. An accepted spec can be written and read again. */
record WorkloadTarget() implements Target {

    @Override
    public String name() {
        return "workloads";
    }

    @Override
    public List<String> seeds() {
        return List.of(
                """
                name: bert
                resources: {accelerators: "A100:4 | H100:0.5", cpus: 16+, memory: 64GB+}
                elastic: {min: 1, max: 1}
                within: rack
                run: python3 train.py
                envs: {LR: 3e-4, TOKEN: , EMPTY: ""}
                data: {corpus: corpus@3}
                checkpoint: {every: 30m, signal: usr1}
                retry: {attempts: 3, rules: [{pattern: "Xid .*79", do: stop}]}
                array: 0-9,20%4
                plan: {model: llama-3-8b, tokens: 15B, seq: 8192, method: lora}
                """,
                "{\"run\": \"x\", \"nodes\": 2, \"retry\": 3}",
                """
                #!/bin/bash
                #SBATCH -N 2 --gres=gpu:h100:8 --mem=64G
                #SBATCH --time=1-12:00:00 --array=0-15%4 --signal=B:USR1@120
                #SBATCH --export=ALL,A=1,B --dependency=afterok:a:b
                hostname
                """);
    }

    @Override
    public List<String> dictionary() {
        return List.of(
                "#SBATCH ",
                "#!/bin/sh\n",
                "--gpus=",
                "--nice",
                "-J",
                "0.5",
                "99999999999",
                "|",
                "%",
                ":",
                "-",
                "@",
                "+",
                "run: x\n",
                "array: ",
                "retry: ",
                "plan: ",
                "\"",
                "{",
                "[",
                "\n");
    }

    @Override
    public boolean accepts(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        boolean yaml = reads(() -> WorkloadSpec.read(document(input), SpecOverrides.NONE));
        boolean script = reads(() -> SbatchScript.parse(text, "job.sh").spec());
        return reads(() -> WorkloadFile.of(text, "job", SpecOverrides.NONE).spec())
                || yaml
                || script;
    }

    private static Document document(byte[] input) {
        return Document.of("job.yaml", input, DocumentLimits.DEFAULT);
    }

    private interface Read {
        WorkloadSpec spec();
    }

    private static boolean reads(Read read) {
        WorkloadSpec spec;
        try {
            spec = read.spec();
        } catch (Problem refused) {
            return ProblemTarget.isComplete(refused);
        }
        if (!WorkloadSpec.ofJson(spec.json(), "spec.json").equals(spec)) {
            throw new AssertionError("Written and read again it is another: " + spec.json());
        }
        return true;
    }
}
