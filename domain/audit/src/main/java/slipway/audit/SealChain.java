package slipway.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import slipway.audit.VerificationReport.Finding;
import slipway.audit.VerificationReport.Harm;

/**
 * The seals of one location, checked as a hash chain. Each holds the hash of the previous one, so the signature of the
 * newest covers all of them, as far back as the hashes match; the seal before a break needs a valid signature itself.
 */
final class SealChain {

    private final String place;
    private final List<SealKey> keys;
    private final TreeMap<Long, Seal> seals = new TreeMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> signedBy = new TreeSet<>();
    private final int texts;

    private SealChain(String place, List<SealKey> keys, int texts) {
        this.place = place;
        this.keys = keys;
        this.texts = texts;
    }

    /** Checks the seals with these texts by number. */
    static SealChain of(String place, Map<Long, String> texts, List<SealKey> keys) {
        var sealChain = new SealChain(place, keys, texts.size());
        texts.forEach(sealChain::read);
        sealChain.check();
        return sealChain;
    }

    List<Finding> findings() {
        return findings;
    }

    /** The readable seals, by number. */
    Map<Long, Seal> seals() {
        return seals;
    }

    String place() {
        return place;
    }

    VerificationReport.Sealing sealing() {
        Optional<Seal> newest = Optional.ofNullable(seals.lastEntry()).map(Map.Entry::getValue);
        return new VerificationReport.Sealing(place, texts, newest, List.copyOf(signedBy));
    }

    private void read(long number, String text) {
        Seal.parse(text)
                .filter(seal -> seal.number() == number)
                .ifPresentOrElse(
                        seal -> seals.put(number, seal),
                        () -> addFinding("Seal " + number + " in " + place + " is damaged."));
    }

    private void check() {
        List<Seal> ends = new ArrayList<>();
        Optional<Seal> before = Optional.empty();
        for (Seal seal : seals.values()) {
            if (before.isPresent() && !follows(before.get(), seal)) {
                ends.add(before.get());
            }
            before = Optional.of(seal);
        }
        before.ifPresent(ends::add);
        if (!keys.isEmpty()) {
            ends.forEach(this::checkSignature);
        }
    }

    /** The first seal has the number 1 and no predecessor. */
    void beginsAtOne() {
        Optional<Seal> first = Optional.ofNullable(seals.firstEntry()).map(Map.Entry::getValue);
        if (first.filter(seal -> seal.number() > 1).isPresent()) {
            addFinding("Seal 1 is missing in " + place + ".");
        } else if (first.filter(seal -> !seal.previous().equals(Sha256Hash.EMPTY)).isPresent()) {
            addFinding("Seal 1 in " + place + " says that there was one before it.");
        }
    }

    private boolean follows(Seal before, Seal seal) {
        if (seal.number() != before.number() + 1) {
            long missing = before.number() + 1;
            addFinding("Seal " + missing + " is missing in " + place + ".");
            return false;
        }
        boolean grows = seal.size() >= before.size() && !seal.at().isBefore(before.at());
        if (!seal.previous().equals(before.hash()) || !grows) {
            addFinding(
                    "Seal "
                            + seal.number()
                            + " in "
                            + place
                            + " does not follow from seal "
                            + before.number()
                            + ".");
            return false;
        }
        return true;
    }

    private void checkSignature(Seal seal) {
        keys.stream()
                .filter(key -> key.signed(seal))
                .findFirst()
                .ifPresentOrElse(
                        key -> signedBy.add(key.name()),
                        () ->
                                addFinding(
                                        "Seal "
                                                + seal.number()
                                                + " in "
                                                + place
                                                + ", of "
                                                + seal.name()
                                                + ", was not signed by the key that is trusted ("
                                                + String.join(
                                                        ", ",
                                                        keys.stream().map(SealKey::name).toList())
                                                + ")."));
    }

    private void addFinding(String sentence) {
        findings.add(Finding.of(Harm.UNSEALED, sentence));
    }
}
