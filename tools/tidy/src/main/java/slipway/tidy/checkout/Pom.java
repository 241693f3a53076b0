package slipway.tidy.checkout;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A {@code pom.xml} as a flat list of its elements, each with its line. */
public record Pom(String path, List<Element> elements) {

    /**
     * @param path the names from the root: {@code project/modules/module}
     * @param parent the index of the element around it
     * @param text its direct text, trimmed
     */
    public record Element(String path, int parent, String text, int line) {}

    /** A dependency on one of our own modules. */
    public record OwnDependency(String module, String scope, int line) {}

    public static Pom read(TextFile file) {
        try {
            var reader =
                    XMLInputFactory.newFactory()
                            .createXMLStreamReader(new StringReader(file.text()));
            return new Pom(file.path(), elements(reader));
        } catch (XMLStreamException e) {
            throw new IllegalStateException(file.path() + " is not XML", e);
        }
    }

    public boolean isRoot() {
        return path.equals("pom.xml");
    }

    /** {@code foundation/base} of {@code foundation/base/pom.xml}. */
    public String directory() {
        return isRoot() ? "" : path.substring(0, path.length() - "/pom.xml".length());
    }

    /** The module's name as the import table has it: {@code run}, {@code surface-run}. */
    public String module() {
        return Folder.moduleAt(directory()).orElse(directory());
    }

    public Stream<Element> at(String place) {
        return elements.stream().filter(element -> element.path().equals(place));
    }

    public List<OwnDependency> ownDependencies() {
        var own = new ArrayList<OwnDependency>();
        for (int i = 0; i < elements.size(); i++) {
            var element = elements.get(i);
            if (isDependency(element) && child(i, "artifactId").startsWith("slipway-")) {
                String module = child(i, "artifactId").substring("slipway-".length());
                own.add(new OwnDependency(module, child(i, "scope"), element.line()));
            }
        }
        return List.copyOf(own);
    }

    private static boolean isDependency(Element element) {
        return element.path().endsWith("/dependencies/dependency")
                && !element.path().contains("dependencyManagement")
                && !element.path().contains("plugin");
    }

    private String child(int parent, String name) {
        String place = elements.get(parent).path() + "/" + name;
        return elements.stream()
                .filter(element -> element.parent() == parent && element.path().equals(place))
                .map(Element::text)
                .findFirst()
                .orElse("");
    }

    private static List<Element> elements(XMLStreamReader reader) throws XMLStreamException {
        var elements = new ArrayList<Element>();
        var open = new ArrayDeque<Integer>();
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    int parent = open.isEmpty() ? -1 : open.peek();
                    String above = parent < 0 ? "" : elements.get(parent).path() + "/";
                    open.push(elements.size());
                    elements.add(
                            new Element(
                                    above + reader.getLocalName(),
                                    parent,
                                    "",
                                    reader.getLocation().getLineNumber()));
                }
                case XMLStreamConstants.CHARACTERS -> add(reader.getText(), elements, open);
                case XMLStreamConstants.END_ELEMENT -> open.pop();
                default -> {}
            }
        }
        return List.copyOf(elements);
    }

    private static void add(String text, List<Element> elements, ArrayDeque<Integer> open) {
        if (!text.isBlank() && !open.isEmpty()) {
            int now = open.peek();
            var element = elements.get(now);
            elements.set(
                    now,
                    new Element(
                            element.path(),
                            element.parent(),
                            element.text() + text.strip(),
                            element.line()));
        }
    }
}
