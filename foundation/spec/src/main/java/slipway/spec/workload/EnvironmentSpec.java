package slipway.spec.workload;

/**
 * What a program finds installed around it.
 *
 * @param name as written: a folder, the name of a conda environment, or an image
 */
public record EnvironmentSpec(Kind kind, String name) {

    public EnvironmentSpec {
        if (name.isBlank()) {
            throw new IllegalArgumentException("An environment has a name");
        }
    }

    /** What makes it. */
    public enum Kind {
        /** Python's own virtual environment: a folder. */
        VENV,
        /** A folder that conda made, or its name. */
        CONDA,
        /** An image for apptainer, enroot or podman. */
        IMAGE
    }
}
