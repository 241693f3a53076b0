package slipway.spec.workload;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.spec.Key;
import slipway.spec.Reading;
import slipway.spec.Shape;
import slipway.spec.Type;
import slipway.spec.Values;
import slipway.spec.workload.Environment.Kind;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The block {@code environment:}. Exactly one of its keys is written. */
final class EnvironmentBlock {

    private static final String AN_IMAGE =
            "an image such as docker://nvcr.io/nvidia/pytorch:24.05-py3 or images/torch.sif";
    private static final String A_CONDA = "the name or the folder of a conda environment";

    /** A word that begins with a hyphen would be taken for an option of what runs the image. */
    private static final String WORD = "[A-Za-z0-9._~/][A-Za-z0-9._~/@:+#%-]{0,499}";

    static final Key<Path> VENV =
            Key.of(
                            "venv",
                            Type.path(),
                            "The folder of a Python virtual environment, seen from the workdir.")
                    .example(".venv");
    static final Key<String> CONDA =
            Key.of("conda", word(A_CONDA), "A conda environment, by its name or its folder.")
                    .example("torch");
    static final Key<String> IMAGE =
            Key.of(
                            "image",
                            word(AN_IMAGE),
                            "An image, run by apptainer, enroot or podman, the first that a node has.")
                    .example("docker://nvcr.io/nvidia/pytorch:24.05-py3");
    static final Shape SHAPE = Shape.of(VENV, CONDA, IMAGE);

    private EnvironmentBlock() {}

    private static Type<String> word(String says) {
        return Type.of(
                says,
                "^" + WORD + "$",
                text -> Reading.of(Optional.of(text).filter(it -> it.matches(WORD)), text, says));
    }

    static Environment read(Values block) {
        return named(block).findFirst().orElseThrow();
    }

    private static Stream<Environment> named(Values block) {
        return Stream.of(
                        block.find(VENV).map(path -> new Environment(Kind.VENV, path.toString())),
                        block.find(CONDA).map(name -> new Environment(Kind.CONDA, name)),
                        block.find(IMAGE).map(name -> new Environment(Kind.IMAGE, name)))
                .flatMap(Optional::stream);
    }

    static ObjectNode json(Environment environmentSpec) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(WorkloadJson.word(environmentSpec.kind()), environmentSpec.name());
    }
}
