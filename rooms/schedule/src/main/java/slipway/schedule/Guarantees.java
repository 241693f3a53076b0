package slipway.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import slipway.schedule.picture.Node.Devices;
import slipway.schedule.picture.Team;
import slipway.schedule.picture.Team.Quota;

/**
 * What the guarantees come to with the nodes that are healthy. When there is less than was guaranteed in all, every
 * guarantee shrinks by the same part; a team's guarantee is shared out below it in the same way. A guarantee in whole
 * nodes gets homes: the first nodes in order are the team's own, where others are only ever guests.
 */
final class Guarantees {

    private final Board board;
    private final Map<Share, List<Share>> below = new java.util.LinkedHashMap<>();
    private final List<Share> top = new ArrayList<>();

    private Guarantees(Board board) {
        this.board = board;
        for (Share share : board.shares()) {
            int depth = share.path.size();
            if (depth == 1) {
                top.add(share);
            } else {
                below.computeIfAbsent(share.path.get(depth - 2), _ -> new ArrayList<>()).add(share);
            }
        }
    }

    static void settle(Board board) {
        var guarantees = new Guarantees(board);
        Set<String> types = new TreeSet<>();
        board.shares().forEach(share -> types.addAll(share.team.quotas().keySet()));
        types.forEach(guarantees::settle);
        guarantees.homes();
    }

    private void settle(String type) {
        spread(top, type, healthy(type));
    }

    private long healthy(String type) {
        long sum = 0;
        for (Host host : board.hosts()) {
            if (host.ready() && (type.equals(Team.ANY) || type.equals(host.pool.type()))) {
                sum += (long) host.devices() * Devices.WHOLE;
            }
        }
        return sum;
    }

    private void spread(List<Share> shares, String type, long there) {
        long claimed = shares.stream().mapToLong(share -> claim(share, type)).sum();
        for (Share share : shares) {
            long claim = claim(share, type);
            long due = claimed <= there ? claim : claim * there / claimed;
            if (share.team.quotas().containsKey(type)) {
                share.guarantees(type, (int) due);
            }
            spread(below.getOrDefault(share, List.of()), type, due);
        }
    }

    /** Its own guarantee, else what those below it are guaranteed. */
    private long claim(Share share, String type) {
        Quota own = share.team.quotas().get(type);
        return own != null
                ? own.guarantee()
                : below.getOrDefault(share, List.of()).stream()
                        .mapToLong(each -> claim(each, type))
                        .sum();
    }

    private void homes() {
        board.hosts().forEach(host -> host.home = null);
        Map<String, Integer> next = new TreeMap<>();
        for (Share share : board.shares()) {
            for (var quota : new TreeMap<>(share.team.quotas()).entrySet()) {
                if (quota.getValue().wholeNodes()) {
                    settle(share, quota.getKey(), next);
                }
            }
        }
    }

    private void settle(Share share, String type, Map<String, Integer> next) {
        long left = share.guarantee(type);
        int at = next.getOrDefault(type, 0);
        for (; at < board.hosts().size(); at++) {
            Host host = board.host(at);
            long whole = (long) host.devices() * Devices.WHOLE;
            if (host.ready() && host.pool.type().equals(type) && host.home == null) {
                if (whole > left) {
                    break;
                }
                host.home = share;
                left -= whole;
            }
        }
        next.put(type, at);
    }
}
