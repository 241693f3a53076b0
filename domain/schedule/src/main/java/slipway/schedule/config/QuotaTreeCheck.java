package slipway.schedule.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.spec.BlockValues;

/** Checks the tree of teams, and that the guarantees below a team fit into its own. */
final class QuotaTreeCheck {

    private final Map<TeamId, BlockValues> teams;
    private final ParentLookup parents;
    private final MistakeSink mistakes;
    private final Map<TeamId, List<TeamId>> below = new LinkedHashMap<>();

    /** Receives a mistake at a key below {@code teams}. */
    interface MistakeSink {
        void add(String text, String... path);
    }

    /** Finds the team above another, in the configuration or elsewhere. */
    interface ParentLookup {
        Optional<TeamId> parentOf(TeamId id, BlockValues written);
    }

    QuotaTreeCheck(Map<TeamId, BlockValues> teams, ParentLookup above, MistakeSink wrong) {
        this.teams = teams;
        this.parents = above;
        this.mistakes = wrong;
    }

    /** Reports all mistakes. */
    void check() {
        Set<TeamId> onCycles = new LinkedHashSet<>();
        for (TeamId id : teams.keySet()) {
            Optional<TeamId> above = parent(id);
            if (above.isPresent() && !teams.containsKey(above.get())) {
                reportUnknown(id, above.get());
            } else if (!onCycles.contains(id) && isOnCycle(id)) {
                reportCycle(id, onCycles);
            } else if (above.isPresent() && !onCycles.contains(id)) {
                below.computeIfAbsent(above.get(), _ -> new ArrayList<>()).add(id);
            }
        }
        for (TeamId id : teams.keySet()) {
            quotas(id).forEach((type, quota) -> check(id, type, quota));
        }
    }

    // Parents.

    Optional<TeamId> parent(TeamId id) {
        return Optional.ofNullable(teams.get(id))
                .flatMap(blockValues -> parents.parentOf(id, blockValues));
    }

    private void reportUnknown(TeamId id, TeamId above) {
        List<String> names = teams.keySet().stream().map(TeamId::value).toList();
        String meant = SpellingSuggestion.didYouMean(above.value(), names);
        mistakes.add(
                "there is no team %s here.".formatted(above)
                        + (meant.isEmpty()
                                ? " Add it, or remove parent for a team at the top."
                                : meant),
                id.value(),
                TeamBlocks.PARENT.name());
    }

    private boolean isOnCycle(TeamId id) {
        Set<TeamId> seen = new LinkedHashSet<>();
        Optional<TeamId> at = parent(id);
        while (at.isPresent() && seen.add(at.get())) {
            at = parent(at.get());
        }
        return seen.contains(id);
    }

    private void reportCycle(TeamId first, Set<TeamId> onCycles) {
        List<String> cycle = new ArrayList<>();
        for (TeamId at = first; onCycles.add(at); at = parent(at).orElseThrow()) {
            cycle.add(at.value());
        }
        cycle.add(first.value());
        mistakes.add(
                "the teams form a cycle: %s. Remove the parent of the one at the top."
                        .formatted(String.join(" below ", cycle)),
                first.value(),
                TeamBlocks.PARENT.name());
    }

    // Amounts.

    private void check(TeamId id, String type, BlockValues quota) {
        long own = guarantee(id, type);
        long guaranteedBelow = guaranteedBelow(id, type);
        if (guaranteedBelow > own) {
            mistakes.add(
                    "guarantees %s, but the teams below it are guaranteed %s together (%s)."
                            .formatted(
                                    Format.count(own),
                                    Format.count(guaranteedBelow),
                                    describeBelow(id, type)),
                    id.value(),
                    TeamBlocks.QUOTA.name(),
                    type);
        }
        if (type.equals(TeamBlocks.ANY)) {
            checkAllTypes(id, own, quota);
        }
        Optional<Integer> limit = quota.find(TeamBlocks.LIMIT);
        if (limit.isPresent() && limit.get() < own) {
            mistakes.add(
                    "%s is below the guarantee of %s."
                            .formatted(Format.count(limit.get()), Format.count(own)),
                    id.value(),
                    TeamBlocks.QUOTA.name(),
                    type,
                    TeamBlocks.LIMIT.name());
        }
    }

    private void checkAllTypes(TeamId id, long all, BlockValues quota) {
        long ofTypes = types(id).stream().mapToLong(type -> guaranteeOfType(id, type)).sum();
        if (ofTypes > all) {
            mistakes.add(
                    "guarantees %s of all types together, but its single types come to %s."
                            .formatted(Format.count(all), Format.count(ofTypes)),
                    id.value(),
                    TeamBlocks.QUOTA.name(),
                    TeamBlocks.ANY);
        }
        if (quota.get(TeamBlocks.WHOLE_NODES)) {
            mistakes.add(
                    "whole nodes are of one type. Write it at the type whose nodes are meant.",
                    id.value(),
                    TeamBlocks.QUOTA.name(),
                    TeamBlocks.ANY,
                    TeamBlocks.WHOLE_NODES.name());
        }
    }

    private String describeBelow(TeamId id, String type) {
        return below.getOrDefault(id, List.of()).stream()
                .filter(each -> guarantee(each, type) > 0)
                .map(each -> each + " " + Format.count(guarantee(each, type)))
                .collect(Collectors.joining(", "));
    }

    private Map<String, BlockValues> quotas(TeamId id) {
        return Optional.ofNullable(teams.get(id))
                .flatMap(blockValues -> blockValues.find(TeamBlocks.QUOTA))
                .orElse(Map.of());
    }

    private Optional<Integer> own(TeamId id, String type) {
        return Optional.ofNullable(quotas(id).get(type))
                .flatMap(quota -> quota.find(TeamBlocks.GUARANTEE));
    }

    /** The guaranteed accelerators: the configured number, else the sum of the teams below. */
    long guarantee(TeamId id, String type) {
        return type.equals(TeamBlocks.ANY) ? guaranteeOfAll(id) : guaranteeOfType(id, type);
    }

    private long guaranteedBelow(TeamId id, String type) {
        return below.getOrDefault(id, List.of()).stream()
                .mapToLong(each -> guarantee(each, type))
                .sum();
    }

    private long guaranteeOfType(TeamId id, String type) {
        return own(id, type).map(Integer::longValue).orElseGet(() -> guaranteedBelow(id, type));
    }

    /** For all types together: the configured number for any, else the sum of its types or of the teams below. */
    private long guaranteeOfAll(TeamId id) {
        return own(id, TeamBlocks.ANY)
                .map(Integer::longValue)
                .orElseGet(
                        () ->
                                Math.max(
                                        types(id).stream()
                                                .mapToLong(type -> guaranteeOfType(id, type))
                                                .sum(),
                                        guaranteedBelow(id, TeamBlocks.ANY)));
    }

    private Set<String> types(TeamId id) {
        Set<String> types = new TreeSet<>(quotas(id).keySet());
        types.remove(TeamBlocks.ANY);
        below.getOrDefault(id, List.of()).forEach(each -> types.addAll(types(each)));
        return types;
    }
}
