package slipway.audit;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.Actor;
import slipway.base.Problem;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.JournalStream;
import slipway.journal.MerkleLeaf;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The proof of one entry, checked without a server: the entry, the inclusion proof to the root, and the seal of that
 * root.
 *
 * @param prunedBodyHash the kept hash of the body if it was pruned, hexadecimal
 */
public record EntryProof(
        Event entry, Optional<String> prunedBodyHash, InclusionProof inclusion, Seal seal) {

    private static final String FORMAT = "slipway-proof-1";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    static EntryProof of(Journal journal, MerkleTree merkleTree, Seal seal, long seq) {
        Event entry = entry(journal, seq);
        long index = entry.leaf().orElseThrow().index();
        if (index >= seal.size()) {
            throw AuditProblems.notSealed(seq);
        }
        Optional<String> kept = entry.pruned() ? journal.prunedBodyHash(seq) : Optional.empty();
        return new EntryProof(
                entry, kept, MerkleProofs.inclusion(index, seal.size(), merkleTree.nodes()), seal);
    }

    static Event entry(Journal journal, long seq) {
        return journal.events(Set.of(JournalStream.FACTS), seq - 1, 1).stream()
                .filter(found -> found.seq() == seq)
                .findFirst()
                .orElseThrow(() -> AuditProblems.noEntry(seq));
    }

    /** The leaf hash of the entry. */
    public Sha256Hash leaf() {
        return Sha256Hash.hex(entry.leaf().orElseThrow().hash());
    }

    /**
     * Checks that leaf, path and seal match and that one of these keys signed the seal; throws a problem that names the
     * mismatch.
     */
    public void check(List<SealKey> keys) {
        if (!MerkleLeaf.matches(entry, HexFormat.of().parseHex(prunedBodyHash.orElse("")))) {
            throw AuditProblems.badProof(
                    "The entry does not have the hash that the proof begins with.");
        }
        if (entry.leaf().orElseThrow().index() != inclusion.index()
                || inclusion.size() != seal.size()
                || !inclusion.holds(leaf(), seal.root())) {
            throw AuditProblems.badProof(
                    "The path does not lead from the entry to the root of the seal.");
        }
        if (keys.stream().noneMatch(key -> key.signed(seal))) {
            throw AuditProblems.badProof(
                    "The seal, of "
                            + seal.name()
                            + ", was not signed by "
                            + String.join(" or ", keys.stream().map(SealKey::name).toList())
                            + ".");
        }
    }

    /** The whole proof as JSON. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("format", FORMAT).set("entry", entryJson());
        json.put("index", inclusion.index())
                .put("hash", leaf().hex())
                .put("size", inclusion.size());
        var path = json.putArray("path");
        inclusion.path().forEach(sha256Hash -> path.add(sha256Hash.hex()));
        return json.put("seal", seal.text());
    }

    private ObjectNode entryJson() {
        EventDraft what = entry.what();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("seq", entry.seq())
                .put("at", entry.at().toString())
                .put("kind", what.kind())
                .put("version", what.version())
                .put("actor", what.actor().name())
                .put("via", what.actor().via())
                .put("request", what.actor().request());
        what.team().ifPresent(team -> json.put("team", team));
        json.put("subject", what.subject());
        prunedBodyHash.ifPresentOrElse(
                hash -> json.put("bodyHash", hash), () -> json.put("body", what.body()));
        return json;
    }

    /** Parses the JSON of {@link #json}. */
    public static EntryProof parse(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            if (!FORMAT.equals(json.path("format").asString(""))) {
                throw AuditProblems.badProof("This is no proof of the form " + FORMAT + ".");
            }
            long index = json.required("index").longValue();
            List<Sha256Hash> path = new ArrayList<>();
            json.required("path").forEach(hash -> path.add(Sha256Hash.hex(hash.stringValue())));
            var merkleLeaf = new MerkleLeaf(index, json.required("hash").stringValue());
            JsonNode entry = json.required("entry");
            return new EntryProof(
                    entry(entry, merkleLeaf),
                    Optional.ofNullable(entry.get("bodyHash")).map(JsonNode::stringValue),
                    new InclusionProof(index, json.required("size").longValue(), path),
                    Seal.parse(json.required("seal").stringValue())
                            .orElseThrow(() -> AuditProblems.badProof("Its seal is damaged.")));
        } catch (Problem problem) {
            throw problem;
        } catch (JacksonException | IllegalArgumentException | DateTimeException e) {
            throw AuditProblems.badProof("It is damaged: " + firstLine(e) + ".");
        }
    }

    private static Event entry(JsonNode json, MerkleLeaf merkleLeaf) {
        var actor =
                new Actor(
                        json.required("actor").stringValue(),
                        json.required("via").stringValue(),
                        json.required("request").stringValue());
        var eventDraft =
                new EventDraft(
                        JournalStream.FACTS,
                        json.required("kind").stringValue(),
                        json.required("version").intValue(),
                        actor,
                        Optional.ofNullable(json.get("team")).map(JsonNode::stringValue),
                        json.required("subject").stringValue(),
                        json.path("body").asString(""));
        return new Event(
                json.required("seq").longValue(),
                Instant.parse(json.required("at").stringValue()),
                eventDraft,
                Optional.of(merkleLeaf));
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("it cannot be read");
    }
}
