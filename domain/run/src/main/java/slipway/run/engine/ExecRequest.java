package slipway.run.engine;

import java.util.List;

/**
 * A command that is to run beside an attempt.
 *
 * @param id of this visit alone
 * @param rank of the node of the gang
 * @param command the program and its arguments
 */
public record ExecRequest(String id, int rank, List<String> command) {

    public ExecRequest {
        command = List.copyOf(command);
        if (command.isEmpty() || !id.matches("[A-Za-z0-9]+")) {
            throw new IllegalArgumentException("A visit has a name and something to run");
        }
    }
}
