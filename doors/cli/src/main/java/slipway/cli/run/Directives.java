package slipway.cli.run;

import java.util.List;
import slipway.base.Format;
import slipway.cli.terminal.Cell;
import slipway.cli.terminal.Column;
import slipway.cli.terminal.Table;
import slipway.cli.terminal.Terminal;
import slipway.cli.terminal.Tone;
import slipway.spec.workload.DirectiveRemark;
import slipway.spec.workload.DirectiveRemark.Fate;

/** Tells what became of the directives of a script: those that people must look at stand out. */
final class Directives {

    private Directives() {}

    /** On the side, so that whoever reads the answer alone is not disturbed. */
    static void tell(Terminal terminal, List<DirectiveRemark> remarks) {
        if (remarks.isEmpty()) {
            return;
        }
        Table textTable =
                Table.of(
                        Column.number("LINE"),
                        Column.text("DIRECTIVE"),
                        Column.whole("BECAME"),
                        Column.whole("WHAT, OR WHY NOT"));
        remarks.forEach(
                it ->
                        textTable.row(
                                it.place().line(),
                                terminal.plain(it.directive()),
                                new Cell(tone(it.fate()), it.fate().word()),
                                terminal.plain(it.text())));
        terminal.note(terminal.drawn(textTable).stripTrailing());
        terminal.note(
                "%s: %d mapped, %d ignored, %d refused."
                        .formatted(
                                Format.count(remarks.size(), "directive"),
                                count(remarks, Fate.MAPPED),
                                count(remarks, Fate.IGNORED),
                                count(remarks, Fate.REFUSED)));
    }

    private static long count(List<DirectiveRemark> remarks, Fate fate) {
        return remarks.stream().filter(directiveRemark -> directiveRemark.fate() == fate).count();
    }

    private static Tone tone(Fate fate) {
        return switch (fate) {
            case MAPPED -> Tone.GOOD;
            case IGNORED -> Tone.QUIET;
            case REFUSED -> Tone.BAD;
        };
    }
}
