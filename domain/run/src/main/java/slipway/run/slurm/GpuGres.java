package slipway.run.slurm;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The GPUs in Slurm's GRES syntax (generic resources): {@code gpu:h100:4(S:0-1)} of a node, {@code gpu:h100:2(IDX:0-1)}
 * of a job.
 *
 * @param type Slurm's type name, if any
 * @param mask bits of the allocated device numbers; zero if Slurm did not list them
 */
record GpuGres(Optional<String> type, int count, long mask) {

    static final GpuGres NONE = new GpuGres(Optional.empty(), 0, 0);

    private static final Pattern ITEM =
            Pattern.compile(
                    "gpu:(?:([A-Za-z0-9_.+-]+):)?([0-9]{1,4})(?:\\((?:IDX:([0-9,-]*)|[^)]*)\\))?");

    private static final int MOST = 64;

    /** Parses the first GPU type: Slipway treats the accelerators of a node as alike and ignores other types on it. */
    static GpuGres parse(String text) {
        Matcher items = ITEM.matcher(text);
        GpuGres all = NONE;
        while (items.find()) {
            Optional<String> type = Optional.ofNullable(items.group(1));
            int count = Integer.parseInt(items.group(2));
            if (all.count == 0) {
                all = new GpuGres(type, count, 0);
            } else if (all.type.equals(type)) {
                all = new GpuGres(type, all.count + count, all.mask);
            } else {
                continue;
            }
            String numbers = Optional.ofNullable(items.group(3)).orElse("");
            all = new GpuGres(type, all.count, all.mask | mask(numbers));
        }
        return new GpuGres(all.type, Math.min(MOST, all.count), all.mask);
    }

    /** Parses ranges such as {@code 0-1,5}. */
    private static long mask(String numbers) {
        long mask = 0;
        for (String range : numbers.split(",", -1)) {
            if (range.matches("[0-9]{1,2}(-[0-9]{1,2})?")) {
                String[] ends = range.split("-", -1);
                int last = Math.min(MOST - 1, Integer.parseInt(ends[ends.length - 1]));
                for (int i = Integer.parseInt(ends[0]); i <= last; i++) {
                    mask |= 1L << i;
                }
            }
        }
        return mask;
    }
}
