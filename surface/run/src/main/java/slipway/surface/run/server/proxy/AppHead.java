package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The head of an app's answer: its status and its headers. */
record AppHead(int status, List<Header> headers) {

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})( .*)?");
    private static final Pattern HEADER =
            Pattern.compile(
                    "([!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}):[ \t]*([\t\\x20-\\x7e\\x80-\\xff]*?)[ \t]*");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
    private static final int MAX_HEADERS = 200;
    private static final int MAX_HEADER_BYTES = 64 << 10;
    private static final int MAX_INFORMATIONAL = 8;
    static final int SWITCHING_PROTOCOLS = 101;

    record Header(String name, String value) {

        boolean is(String other) {
            return name.equalsIgnoreCase(other);
        }
    }

    /** Reads the final head and skips informational ones (1xx). */
    static AppHead read(AppReader app) throws IOException {
        for (int skipped = 0; skipped < MAX_INFORMATIONAL; skipped++) {
            AppHead head = readOne(app);
            if (head.status >= 200 || head.status == SWITCHING_PROTOCOLS) {
                return head;
            }
        }
        throw new IOException("The app sent too many informational answers");
    }

    private static AppHead readOne(AppReader app) throws IOException {
        Matcher status = STATUS.matcher(app.line());
        if (!status.matches()) {
            throw new IOException("The app does not speak HTTP/1.1");
        }
        List<Header> headers = new ArrayList<>();
        int size = 0;
        for (String line = app.line(); !line.isEmpty(); line = app.line()) {
            Matcher header = HEADER.matcher(line);
            size += line.length();
            if (!header.matches() || headers.size() == MAX_HEADERS || size > MAX_HEADER_BYTES) {
                throw new IOException("The app sent invalid or too many headers");
            }
            headers.add(new Header(header.group(1), header.group(2)));
        }
        return new AppHead(Integer.parseInt(status.group(1)), headers);
    }

    Stream<String> all(String name) {
        return headers.stream().filter(header -> header.is(name)).map(Header::value);
    }

    /** The headers that the browser gets. */
    List<Header> forwarded() {
        return HeaderFilter.answer(headers);
    }

    /** Copies the body to its end. */
    void copyBody(AppReader app, OutputStream to) throws IOException {
        List<String> lengths = all("Content-Length").distinct().toList();
        List<String> encodings = all("Transfer-Encoding").toList();
        if (!encodings.isEmpty()) {
            if (!lengths.isEmpty()
                    || encodings.size() > 1
                    || !encodings.getFirst().equalsIgnoreCase("chunked")) {
                throw new IOException("The app sent a body without a defined end");
            }
            app.copyChunks(to);
        } else if (lengths.isEmpty()) {
            app.copyAll(to);
        } else if (lengths.size() == 1 && LENGTH.matcher(lengths.getFirst()).matches()) {
            app.copy(Long.parseLong(lengths.getFirst()), to);
        } else {
            throw new IOException("The app sent an invalid content length");
        }
    }
}
