package slipway.surface.run.commands;

import java.util.List;
import slipway.base.text.Format;
import slipway.spec.sbatch.DirectiveRemark;
import slipway.spec.sbatch.DirectiveRemark.Outcome;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.TableColumn;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.Tone;

/** Prints the outcome of each {@code #SBATCH} directive; refused directives are highlighted. */
final class DirectiveText {

    private DirectiveText() {}

    /** Writes to the error stream, so that a script that reads the answer does not see it. */
    static void print(Terminal terminal, List<DirectiveRemark> remarks) {
        if (remarks.isEmpty()) {
            return;
        }
        TextTable textTable =
                TextTable.of(
                        TableColumn.number("LINE"),
                        TableColumn.text("DIRECTIVE"),
                        TableColumn.whole("OUTCOME"),
                        TableColumn.whole("DETAIL"));
        remarks.forEach(
                it ->
                        textTable.row(
                                it.location().line(),
                                terminal.plain(it.directive()),
                                new TableCell(tone(it.outcome()), it.outcome().word()),
                                terminal.plain(it.text())));
        terminal.note(terminal.format(textTable).stripTrailing());
        terminal.note(
                "%s: %d mapped, %d ignored, %d refused."
                        .formatted(
                                Format.count(remarks.size(), "directive"),
                                count(remarks, Outcome.MAPPED),
                                count(remarks, Outcome.IGNORED),
                                count(remarks, Outcome.REFUSED)));
    }

    private static long count(List<DirectiveRemark> remarks, Outcome outcome) {
        return remarks.stream()
                .filter(directiveRemark -> directiveRemark.outcome() == outcome)
                .count();
    }

    private static Tone tone(Outcome outcome) {
        return switch (outcome) {
            case MAPPED -> Tone.GOOD;
            case IGNORED -> Tone.QUIET;
            case REFUSED -> Tone.BAD;
        };
    }
}
