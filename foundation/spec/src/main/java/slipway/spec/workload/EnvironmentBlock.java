package slipway.spec.workload;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.spec.workload.EnvironmentSpec.Kind;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The block {@code environment:}. Exactly one of its keys is written. */
final class EnvironmentBlock {

    private static final String AN_IMAGE =
            "an image such as docker://nvcr.io/nvidia/pytorch:24.05-py3 or images/torch.sif";
    private static final String A_CONDA = "the name or the folder of a conda environment";

    /** A word that begins with a hyphen would be taken for an option of what runs the image. */
    private static final String WORD = "[A-Za-z0-9._~/][A-Za-z0-9._~/@:+#%-]{0,499}";

    static final SpecKey<Path> VENV =
            SpecKey.of(
                            "venv",
                            ValueType.path(),
                            "Folder of a Python virtual environment, relative to the workdir.")
                    .example(".venv");
    static final SpecKey<String> CONDA =
            SpecKey.of("conda", word(A_CONDA), "A conda environment, by its name or its folder.")
                    .example("torch");
    static final SpecKey<String> IMAGE =
            SpecKey.of(
                            "image",
                            word(AN_IMAGE),
                            "An image, run by apptainer, enroot or podman, the first that a node has.")
                    .example("docker://nvcr.io/nvidia/pytorch:24.05-py3");
    static final BlockSchema SCHEMA = BlockSchema.of(VENV, CONDA, IMAGE);

    private EnvironmentBlock() {}

    private static ValueType<String> word(String description) {
        return ValueType.of(
                description,
                "^" + WORD + "$",
                text ->
                        ParseResult.of(
                                Optional.of(text).filter(it -> it.matches(WORD)),
                                text,
                                description));
    }

    static EnvironmentSpec read(BlockValues block) {
        return candidates(block).findFirst().orElseThrow();
    }

    private static Stream<EnvironmentSpec> candidates(BlockValues block) {
        return Stream.of(
                        block.find(VENV)
                                .map(path -> new EnvironmentSpec(Kind.VENV, path.toString())),
                        block.find(CONDA).map(name -> new EnvironmentSpec(Kind.CONDA, name)),
                        block.find(IMAGE).map(name -> new EnvironmentSpec(Kind.IMAGE, name)))
                .flatMap(Optional::stream);
    }

    static ObjectNode json(EnvironmentSpec environmentSpec) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(WorkloadJson.word(environmentSpec.kind()), environmentSpec.name());
    }
}
