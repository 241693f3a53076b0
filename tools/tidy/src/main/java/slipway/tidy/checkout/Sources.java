package slipway.tidy.checkout;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Parses Java files with the JDK's own compiler. It stops after parsing, so it needs no class path. */
final class Sources {

    private Sources() {}

    static List<Source> parse(List<JavaFile> files) {
        if (files.isEmpty()) {
            return List.of();
        }
        var complaints = new DiagnosticCollector<JavaFileObject>();
        var units = files.stream().map(Unit::new).toList();
        var task =
                (JavacTask)
                        ToolProvider.getSystemJavaCompiler()
                                .getTask(
                                        null, null, complaints, List.of("-proc:none"), null, units);
        var trees = Trees.instance(task);
        var byAddress = files.stream().collect(Collectors.toMap(Unit::address, file -> file));
        var sources = new ArrayList<Source>();
        for (CompilationUnitTree parsed : parse(task)) {
            var file = Objects.requireNonNull(byAddress.get(parsed.getSourceFile().toUri()));
            sources.add(new Source(file, parsed, trees));
        }
        refuseBrokenFiles(complaints);
        return List.copyOf(sources);
    }

    private static Iterable<? extends CompilationUnitTree> parse(JavacTask task) {
        try {
            return task.parse();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void refuseBrokenFiles(DiagnosticCollector<JavaFileObject> complaints) {
        for (var complaint : complaints.getDiagnostics()) {
            if (complaint.getKind() == Diagnostic.Kind.ERROR) {
                throw new IllegalStateException("This is not Java: " + complaint);
            }
        }
    }

    /** A file that was read already. The compiler wants an address for it; nothing is opened. */
    private static final class Unit extends SimpleJavaFileObject {
        private final JavaFile file;

        Unit(JavaFile file) {
            super(address(file), Kind.SOURCE);
            this.file = file;
        }

        static URI address(JavaFile file) {
            return URI.create("house:///" + file.path());
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return file.text();
        }
    }
}
