package slipway.server.platform;

import java.util.List;
import java.util.Optional;
import slipway.base.Mistake;
import slipway.base.TeamId;
import slipway.base.text.SpellingSuggestion;
import slipway.identity.UserDirectory;
import slipway.schedule.config.ClusterSharing;
import slipway.server.config.Config;
import slipway.spec.DocumentNode;

/** Finds contradictions between the configured and the existing teams. */
final class SharingRemarks {

    private final Config config;
    private final UserDirectory userDirectory;

    SharingRemarks(Config config, UserDirectory userDirectory) {
        this.config = config;
        this.userDirectory = userDirectory;
    }

    void add(List<Mistake> remarks) {
        Optional<DocumentNode> block = config.values().node(ClusterSharing.TEAMS.name());
        if (block.isPresent() && block.get() instanceof DocumentNode.Block teams) {
            teams.entries().forEach(entry -> check(entry, remarks));
        }
    }

    private void check(DocumentNode.Entry entry, List<Mistake> remarks) {
        Optional<TeamId> id = TeamId.parse(entry.key());
        Optional<slipway.identity.Team> team = id.flatMap(userDirectory.teams()::get);
        if (team.isEmpty()) {
            remarks.add(
                    new Mistake(
                            entry.location(),
                            "teams." + entry.key(),
                            "there is no such team; the entry applies once the team is created."
                                    + SpellingSuggestion.didYouMean(entry.key(), names())));
            return;
        }
        Optional<String> parent = parent(entry.value());
        Optional<String> actual = team.get().parent().map(TeamId::value);
        if (parent.isPresent() && !parent.equals(actual)) {
            remarks.add(
                    new Mistake(
                            entry.location(),
                            "teams.%s.parent".formatted(entry.key()),
                            "its parent is %s, and this key is ignored; to move it: slipway team change %s --under %s."
                                    .formatted(actual.orElse("none"), entry.key(), parent.get())));
        }
    }

    private static Optional<String> parent(DocumentNode documentNode) {
        return documentNode instanceof DocumentNode.Block block
                ? block.entry("parent")
                        .map(DocumentNode.Entry::value)
                        .filter(DocumentNode.Value.class::isInstance)
                        .map(value -> ((DocumentNode.Value) value).text())
                : Optional.empty();
    }

    private List<String> names() {
        return userDirectory.teams().keys().map(TeamId::value).toList();
    }
}
