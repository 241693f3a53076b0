package slipway.run.local;

import java.util.Optional;

/** Identifies a process uniquely, although process ids are reused. */
record ProcessIdentity(String boot, int pid, long start) {

    /** Parses the first line of a claim. */
    static Optional<ProcessIdentity> parse(String line) {
        String[] words = line.split(" ", -1);
        return words.length == 3
                        && words[1].matches("[0-9]{1,9}")
                        && words[2].matches("[0-9]{1,18}")
                ? Optional.of(
                        new ProcessIdentity(
                                words[0], Integer.parseInt(words[1]), Long.parseLong(words[2])))
                : Optional.empty();
    }

    static Optional<ProcessIdentity> of(int pid, ProcFs procFs) {
        return procFs.stat(pid)
                .map(stat -> new ProcessIdentity(procFs.bootId(), pid, stat.start()));
    }

    boolean lives(ProcFs procFs) {
        return boot.equals(procFs.bootId())
                && procFs.stat(pid)
                        .filter(stat -> stat.start() == start && !stat.dead())
                        .isPresent();
    }
}
