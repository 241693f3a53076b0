package slipway.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import slipway.audit.EntryProof;
import slipway.audit.Seal;
import slipway.audit.SealKey;
import slipway.base.Problem;

/** Files that an auditor keeps: seals, their signing keys, and proofs. */
record SealTarget() implements Target {

    private static final String HASH = "A".repeat(43) + "=";
    private static final String SEAL =
            """
            slipway.example.org
            184902
            %s
            2026-11-15T09:00:00Z
            seal 41306 after %s

            — slipway-0a1b2c3d %s
            """
                    .formatted(HASH, HASH, "ABCD".repeat(22) + "AAA=");
    private static final String KEY =
            "slipway-02d8c7fe+b10c25a3+AXkIMh0OUBWfy4QLsr8vWuGI9Jib58VeMRrBsl9rdENv\n";

    @Override
    public String name() {
        return "seals";
    }

    @Override
    public List<String> seeds() {
        return List.of(
                SEAL,
                "# a remark\n" + KEY,
                """
                {"format": "slipway-proof-1", "index": 1, "size": 2, "path": ["%s"], "hash": "%s",
                 "seal": "%s",
                 "entry": {"seq": 2, "at": "2026-11-15T09:00:00Z", "kind": "note.created", "version": 1,
                           "actor": "mira", "via": "api", "request": "req-1", "team": "vision",
                           "subject": "n", "body": "{}"}}"""
                        .formatted("ab".repeat(32), "cd".repeat(32), SEAL.replace("\n", "\\n")));
    }

    @Override
    public List<String> dictionary() {
        return List.of(
                "\n",
                "\n\n",
                "— ",
                "+",
                "#",
                "\"seal\":",
                "\"entry\":{",
                "\"at\":\"2026-11-15T00:00:00Z\"",
                "null",
                "-1");
    }

    @Override
    public boolean accepts(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Optional<Seal> seal = Seal.parse(text);
        if (seal.isPresent() && !seal.get().text().equals(text)) {
            throw new AssertionError("Another seal: " + seal.get().text());
        }
        boolean key = read(() -> SealKey.parse(text));
        return read(() -> EntryProof.parse(text)) || key || seal.isPresent();
    }

    private static boolean read(Runnable parser) {
        try {
            parser.run();
            return true;
        } catch (Problem refused) {
            return ProblemTarget.isComplete(refused);
        }
    }
}
