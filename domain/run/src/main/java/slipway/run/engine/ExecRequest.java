package slipway.run.engine;

import java.util.List;

/**
 * A command to run beside an attempt.
 *
 * @param id identifies this exec session
 * @param rank the rank of the node in the gang
 * @param command the program and its arguments
 */
public record ExecRequest(String id, int rank, List<String> command) {

    public ExecRequest {
        command = List.copyOf(command);
        if (command.isEmpty() || !id.matches("[A-Za-z0-9]+")) {
            throw new IllegalArgumentException("An exec session needs an id and a command");
        }
    }
}
