package slipway.surface.audit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.surface.web.live.TestJournal.TIMES;

import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.surface.web.live.TestJournal;

class AuditCsvTest {

    @Test
    void an_entry_is_a_line_and_quotes_are_doubled() {
        TestJournal journal = new TestJournal().note("sam", 1, "say \"hi\", then go");
        assertThat(AuditCsv.header() + AuditCsv.lines(List.of(journal.event(1)), TIMES))
                .isEqualTo(
                        "entry,at,by,via,kind,team,subject,what_happened,request,hash\r\n"
                                + "1,2026-09-17T14:19:00Z,sam,cli,note.created,,note,"
                                + "\"sam wrote a note: “say \"\"hi\"\", then go”\",req-1,"
                                + "ab".repeat(32)
                                + "\r\n");
    }

    @Test
    void text_that_a_spreadsheet_would_run_is_quoted() {
        TestJournal journal = new TestJournal().note("=cmd|' /C calc'!A0", 1, "x");
        assertThat(AuditCsv.lines(List.of(journal.event(1)), TIMES))
                .contains(",\"'=cmd|' /C calc'!A0\",")
                .doesNotContain(",=cmd");
    }
}
