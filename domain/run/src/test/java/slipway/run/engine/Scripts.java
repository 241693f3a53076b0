package slipway.run.engine;

import java.util.List;

/** The scripts of the jobs in the engine contract. */
public interface Scripts {

    /** Prints its variables and succeeds. */
    String TELL_VARIABLES =
            """
            for name in NNODES NODE_RANK RANK LOCAL_RANK WORLD_SIZE MASTER_ADDR MASTER_PORT \\
                    SLIPWAY_ATTEMPT SLIPWAY_FENCE GIVEN; do
                eval "echo $name=\\$$name"
            done > variables.$NODE_RANK
            """;

    String SAY_HELLO = "echo hello >> starts; echo hello";
    String FAIL = "exit 3";
    String GO_ON = "echo on > going; while :; do sleep 0.1; done";
    String SAVE_AND_END = "trap 'exit 7' TERM; echo on > going; while :; do sleep 0.1; done";

    /** Forks, leaves its session, and ends only when killed; one of the two processes is orphaned. */
    String STUBBORN =
            """
            trap '' TERM INT HUP
            (setsid sh -c 'trap "" TERM INT HUP; while :; do sleep 0.1; done' &)
            setsid sh -c 'trap "" TERM INT HUP; while :; do sleep 0.1; done' &
            echo on > going
            while :; do sleep 0.1; done
            """;

    /** Saves on its signal, which would kill its shell and its loader. */
    String SAVE_ON_SIGNAL =
            """
            bash -c 'trap "echo saved >> saves" USR1; echo on > going; while :; do sleep 0.1; done'
            exit 0
            """;

    /** The first node fails; the others would continue. */
    String FIRST_FAILS = "if [ $NODE_RANK = 0 ]; then exit 3; fi; while :; do sleep 0.1; done";

    /** Processes that scripts and engines start beside a job. */
    List<String> PROGRAMS_OUTSIDE =
            List.of(
                    "dd",
                    "mv",
                    "rm",
                    "mktemp",
                    "mkdir",
                    "sleep",
                    "setsid",
                    "grep",
                    "sed",
                    "tr",
                    "wc",
                    "env",
                    "bwrap",
                    "nsenter",
                    "setpriv",
                    "hostname",
                    "readlink",
                    "kill",
                    "cat",
                    "tail",
                    "id");

    String READ_SECRET = "cat \"$SLIPWAY_SECRETS/token\" > seen";

    /**
     * Tries to read and write what is another's or the server's, and to find and signal another's processes. The
     * files that it wrote may vanish with its sandbox, so tests look for them outside.
     */
    String INTRUDE =
            """
            : > reached
            for file in "$PLACE/secrets/token" "$PLACE/work/going" "$PLACE/spec.json" "$DATA/server.key"; do
                if cat "$file" > /dev/null 2>&1; then echo "read $file" >> reached; fi
            done
            for file in "$PLACE/work/mine" "$DATA/mine"; do
                { echo x > "$file"; } 2> /dev/null
            done
            for process in /proc/[0-9]*; do
                if grep -qsz "SLIPWAY_ATTEMPT=$OTHER" "$process/environ" && kill -0 "${process#/proc/}"; then
                    echo "signalled $process" >> reached
                fi
            done
            true
            """;
}
