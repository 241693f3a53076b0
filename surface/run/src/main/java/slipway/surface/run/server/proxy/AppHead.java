package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How an app's answer begins: its status and its headers. */
record AppHead(int status, List<Header> headers) {

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})( .*)?");
    private static final Pattern HEADER =
            Pattern.compile(
                    "([!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}):[ \t]*([\t\\x20-\\x7e\\x80-\\xff]*?)[ \t]*");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
    private static final int MOST_HEADERS = 200;
    private static final int MOST_SIGNS = 64 << 10;
    private static final int MOST_HINTS = 8;
    static final int SWITCHES = 101;

    record Header(String name, String value) {

        boolean is(String other) {
            return name.equalsIgnoreCase(other);
        }
    }

    /** Reads one; those that only say that another follows are passed over. */
    static AppHead read(AppReader app) throws IOException {
        for (int hints = 0; hints < MOST_HINTS; hints++) {
            AppHead head = one(app);
            if (head.status >= 200 || head.status == SWITCHES) {
                return head;
            }
        }
        throw new IOException("It does not come to the point");
    }

    private static AppHead one(AppReader app) throws IOException {
        Matcher status = STATUS.matcher(app.line());
        if (!status.matches()) {
            throw new IOException("It does not speak HTTP/1.1");
        }
        List<Header> headers = new ArrayList<>();
        int signs = 0;
        for (String line = app.line(); !line.isEmpty(); line = app.line()) {
            Matcher header = HEADER.matcher(line);
            signs += line.length();
            if (!header.matches() || headers.size() == MOST_HEADERS || signs > MOST_SIGNS) {
                throw new IOException("It sends headers that cannot be read");
            }
            headers.add(new Header(header.group(1), header.group(2)));
        }
        return new AppHead(Integer.parseInt(status.group(1)), headers);
    }

    Stream<String> all(String name) {
        return headers.stream().filter(header -> header.is(name)).map(Header::value);
    }

    /** What of it the browser is told. */
    List<Header> passedOn() {
        return HeaderFilter.answer(headers);
    }

    /** Copies the body to its end. */
    void copyBody(AppReader app, OutputStream to) throws IOException {
        List<String> lengths = all("Content-Length").distinct().toList();
        List<String> coded = all("Transfer-Encoding").toList();
        if (!coded.isEmpty()) {
            if (!lengths.isEmpty()
                    || coded.size() > 1
                    || !coded.getFirst().equalsIgnoreCase("chunked")) {
                throw new IOException("It sends a body whose end cannot be known");
            }
            app.copyChunks(to);
        } else if (lengths.isEmpty()) {
            app.copyAll(to);
        } else if (lengths.size() == 1 && LENGTH.matcher(lengths.getFirst()).matches()) {
            app.copy(Long.parseLong(lengths.getFirst()), to);
        } else {
            throw new IOException("It sends a body of two lengths");
        }
    }
}
