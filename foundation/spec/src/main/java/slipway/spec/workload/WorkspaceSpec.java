package slipway.spec.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * The keys of a workspace.
 *
 * @param app the application; empty: its {@code run} starts one
 * @param idle it stops after this time without use; empty: the team's default
 */
public record WorkspaceSpec(Optional<App> app, Optional<Duration> idle) {

    /** A shorter time would leave no time for a warning. */
    public static final Duration MIN_IDLE = Duration.ofMinutes(15);

    /** How the line begins that an app's script prints when its program is not installed. */
    public static final String CANNOT_START = "The workspace cannot start:";

    /** The app keeps its state in the work folder, which is removed with the attempt. */
    private static final String APP_FOLDER_SETUP =
            "own=$SLIPWAY_DIRECTORY/work/.app; mkdir -p \"$own\"\n";

    /** The supported applications. Each listens on the socket at {@code SLIPWAY_SOCKET} and on nothing else. */
    public enum App {
        /** JupyterLab, or the notebook where that is all there is. The proxy asks who it is, so no token is needed. */
        JUPYTER(
                """
                export JUPYTER_RUNTIME_DIR="$own/runtime" JUPYTER_DATA_DIR="$own/data"
                export JUPYTER_CONFIG_DIR="$own/config" IPYTHONDIR="$own/ipython"
                if command -v jupyter-lab > /dev/null; then
                    exec jupyter-lab --no-browser --allow-root --ServerApp.sock="$SLIPWAY_SOCKET" \\
                        --ServerApp.token= --ServerApp.password= --ServerApp.allow_remote_access=True
                fi
                if command -v jupyter-notebook > /dev/null; then
                    exec jupyter-notebook --no-browser --allow-root --NotebookApp.sock="$SLIPWAY_SOCKET" \\
                        --NotebookApp.token= --NotebookApp.password= --NotebookApp.allow_remote_access=True
                fi
                """,
                "neither jupyter-lab nor jupyter-notebook is installed on its node. Install one there"
                        + " (pip install jupyterlab, on Debian: apt install jupyter-notebook)"),
        /** VS Code in the browser. Its log and its settings go where it may write. */
        CODE(
                """
                export XDG_DATA_HOME="$own/data"
                if command -v code-server > /dev/null; then
                    exec code-server --config "$own/config.yaml" --auth none --socket "$SLIPWAY_SOCKET" \\
                        --user-data-dir "$own/user" \\
                        --extensions-dir "$own/extensions" --disable-telemetry --disable-update-check "$PWD"
                fi
                """,
                "code-server is not installed on its node. Install it there (see coder.com/docs/code-server)"),
        /** A terminal. Older versions are writable without the flag. */
        SHELL(
                """
                if command -v ttyd > /dev/null; then
                    if ttyd --help 2>&1 | grep -q -e --writable; then writable=-W; else writable=; fi
                    exec ttyd -i "$SLIPWAY_SOCKET" $writable "${SHELL:-sh}"
                fi
                """,
                "ttyd is not installed on its node. Install it there (on Debian 13: apt install ttyd), open a"
                        + " terminal in slipway workspace jupyter");

        private final String start;
        private final String missing;

        App(String start, String missing) {
            this.start = start;
            this.missing = missing;
        }

        /** For sh. It says in one line what to install where there is nothing to start. */
        String script() {
            return APP_FOLDER_SETUP
                    + start
                    + "echo '%s %s, or give the workspace its own run.' >&2\nexit 127\n"
                            .formatted(CANNOT_START, missing);
        }
    }
}
