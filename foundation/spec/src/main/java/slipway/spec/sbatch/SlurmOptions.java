package slipway.spec.sbatch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.SpellingSuggestion;
import slipway.spec.sbatch.DirectiveRemark.Outcome;

/** Every option of sbatch from 22.05 to 24.11 by its long name, and what becomes of those that are not translated. */
final class SlurmOptions {

    /**
     * Its letter, its name, whether a value follows it (maybe: only after an equals sign), what becomes of it, and why.
     * An option without effect here is ignored; one that changes the meaning of the script is refused.
     */
    private static final String TABLE =
            """
            A account             value mapped
            . acctg-freq          value ignored Slipway samples use by itself.
            a array               value mapped
            . autocomplete        value ignored It only helps a person who types.
            . batch               value ignored The script runs on every node.
            . bb                  value refused There is no burst buffer here. Copy the data at the top of the script.
            . bbf                 value refused There is no burst buffer here. Copy the data at the top of the script.
            b begin               value refused It would be queued at once. Submit the script at that time.
            D chdir               value mapped
            . cluster-constraint  value ignored There is one cluster. Another is chosen by slipway context use.
            M clusters            value ignored There is one cluster. Another is chosen by slipway context use.
            . comment             value ignored It stays in the script, where it can be read.
            C constraint          value mapped
            . container           value refused It names an OCI bundle. Write environment: {image: …} in a spec.
            . container-id        value refused It names an OCI bundle. Write environment: {image: …} in a spec.
            . contiguous          alone ignored Write within: rack in a spec.
            S core-spec           value ignored No cores are kept back for the system.
            . cores-per-socket    value ignored Processors are counted by node, not by socket.
            . cpu-freq            value ignored Clocks are not changed here.
            c cpus-per-task       value mapped
            . cpus-per-gpu        value mapped
            . deadline            value ignored It is queued without one. Say in --time how long it takes at most.
            . delay-boot          value ignored Nodes are not booted for a workload.
            d dependency          value mapped
            m distribution        value ignored Tasks are spread evenly over the nodes.
            e error               value ignored Slipway keeps the log itself: slipway logs.
            x exclude             value ignored Slipway chooses the nodes; labels in a spec say what they must have.
            . exclusive           maybe ignored A workload has its accelerators to itself in any case.
            . export              value mapped
            . export-file         value refused It names variables elsewhere. Write them as --export=NAME=VALUE.
            . extra               value ignored Nothing here reads it.
            B extra-node-info     value ignored Processors are counted by node, not by socket.
            . get-user-env        maybe ignored Variables of your shell are not taken along; name each one in --export.
            . gid                 value refused A workload runs under the account that the server gives it. Remove it.
            . gpu-bind            value ignored Every task sees the accelerators of its node.
            . gpu-freq            value ignored Clocks are not changed here.
            G gpus                value mapped
            . gpus-per-node       value mapped
            . gpus-per-socket     value refused Accelerators are counted by node. Write --gpus-per-node.
            . gpus-per-task       value mapped
            . gres                value mapped
            . gres-flags          value ignored Accelerators are not bound to processors here.
            h help                alone ignored See slipway sbatch --help.
            . hint                value ignored Processors are counted by node, not by thread.
            H hold                alone refused It would be queued at once. Submit the script when it may start.
            . ignore-pbs          alone ignored Lines for PBS are never read.
            i input               value refused Nothing is given to it to read. Write < FILE behind the command.
            J job-name            value mapped
            . kill-on-invalid-dep value ignored What needs a workload that failed does not start.
            L licenses            value ignored Licences are not counted here.
            . mail-type           value ignored Alerts are set up on the server.
            . mail-user           value ignored Alerts are set up on the server.
            . mcs-label           value ignored Teams keep workloads apart.
            . mem                 value mapped
            . mem-bind            value ignored Memory is not bound to processors here.
            . mem-per-cpu         value mapped
            . mem-per-gpu         value mapped
            . mincpus             value ignored Write --cpus-per-task, which is counted for each node.
            . network             value ignored Networks are not chosen here.
            . nice                maybe mapped
            k no-kill             maybe ignored A gang whose node is lost starts again as a whole.
            . no-requeue          alone ignored After a preemption or a lost node a workload always starts again.
            F nodefile            value ignored Slipway chooses the nodes; labels in a spec say what they must have.
            w nodelist            value ignored Slipway chooses the nodes; labels in a spec say what they must have.
            N nodes               value mapped
            n ntasks              value mapped
            . ntasks-per-core     value ignored Write --ntasks-per-node, which is counted.
            . ntasks-per-gpu      value ignored Write --ntasks-per-node, which is counted.
            . ntasks-per-node     value mapped
            . ntasks-per-socket   value ignored Write --ntasks-per-node, which is counted.
            . oom-kill-step       maybe ignored What goes beyond its memory is stopped as a whole.
            . open-mode           value ignored Slipway keeps the log itself: slipway logs.
            o output              value ignored Slipway keeps the log itself: slipway logs.
            O overcommit          alone ignored Processors are shared out as they were asked for.
            s oversubscribe       alone ignored Write a part such as --gpus H100:0.5 to share an accelerator.
            . parsable            alone ignored Write slipway sbatch --detach, which says only the id.
            p partition           value ignored Slipway chooses the nodes; labels in a spec say what they must have.
            . power               value ignored Power is not managed here.
            . prefer              value ignored Write --constraint for what must be there.
            . priority            value ignored Write priority: low, normal, high or critical in a spec.
            . profile             value ignored Use is sampled for every workload.
            . propagate           maybe ignored Limits of your shell are not taken along.
            q qos                 value mapped
            Q quiet               alone ignored It is for sbatch itself.
            . reboot              alone ignored Nodes are not booted for a workload.
            . requeue             alone ignored After a preemption or a lost node a workload always starts again.
            . reservation         value ignored Slipway chooses the nodes; labels in a spec say what they must have.
            . resv-ports          maybe ignored A free port is chosen and set in MASTER_PORT.
            . segment             value ignored Write within: rack in a spec.
            . signal              value mapped
            . sockets-per-node    value ignored Processors are counted by node, not by socket.
            . spread-job          alone ignored Slipway chooses the nodes.
            . stepmgr             alone ignored There are no steps to manage.
            . switches            value ignored Write within: rack in a spec.
            . test-only           alone ignored Write slipway sbatch --dry-run.
            . thread-spec         value ignored No threads are kept back for the system.
            . threads-per-core    value ignored Processors are counted by node, not by thread.
            t time                value mapped
            . time-min            value ignored --time is what counts.
            . tmp                 value ignored Room on disks is not counted here.
            . tres-bind           value ignored Every task sees the accelerators of its node.
            . tres-per-task       value refused It may ask for anything. Write --cpus-per-task and --gpus-per-task.
            . uid                 value refused A workload runs under the account that the server gives it. Remove it.
            u usage               alone ignored See slipway sbatch --help.
            . use-min-nodes       alone ignored The lower number of nodes is taken in any case.
            v verbose             alone ignored It is for sbatch itself.
            V version             alone ignored See slipway --version.
            W wait                alone ignored Write slipway sbatch --follow, which waits for its end.
            . wait-all-nodes      value ignored It starts on all its nodes together in any case.
            . wckey               value ignored Costs are kept by team.
            . wrap                value refused There is a script already. Write the command into it.
            """;

    private static final Map<String, SlurmOption> ALL = new LinkedHashMap<>();
    private static final Map<String, String> LETTERS = new LinkedHashMap<>();

    static {
        TABLE.lines().forEach(SlurmOptions::add);
    }

    /** Whether a value follows. */
    enum Argument {
        VALUE,
        /** Only after an equals sign. */
        MAYBE,
        ALONE
    }

    /**
     * @param why it is ignored or refused
     */
    record SlurmOption(String name, Argument argument, Outcome outcome, String why) {}

    private SlurmOptions() {}

    private static void add(String line) {
        String[] cells = line.split("\\s+", 5);
        String name = "--" + cells[1];
        ALL.put(
                name,
                new SlurmOption(
                        name,
                        Argument.valueOf(cells[2].toUpperCase(Locale.ROOT)),
                        Outcome.valueOf(cells[3].toUpperCase(Locale.ROOT)),
                        cells.length > 4 ? cells[4] : ""));
        if (!cells[0].equals(".")) {
            LETTERS.put("-" + cells[0], name);
        }
    }

    /** {@code -N2}, {@code --nodes=2} and {@code --nodes} are all {@code --nodes}; so is a beginning of one only. */
    static String option(String word) {
        if (!word.startsWith("--")) {
            return LETTERS.getOrDefault(word.substring(0, 2), word.substring(0, 2));
        }
        String written = word.replaceAll("=.*", "");
        List<String> matches = ALL.keySet().stream().filter(it -> it.startsWith(written)).toList();
        return ALL.containsKey(written) || matches.size() != 1 ? written : matches.getFirst();
    }

    /** The value that is written in the same word. */
    static Optional<String> value(String word) {
        if (word.startsWith("--")) {
            int equals = word.indexOf('=');
            return equals < 0 ? Optional.empty() : Optional.of(word.substring(equals + 1));
        }
        return word.length() > 2 ? Optional.of(word.substring(2)) : Optional.empty();
    }

    static Optional<SlurmOption> find(String option) {
        return Optional.ofNullable(ALL.get(option));
    }

    /** An option we do not know may well be followed by its value. */
    static boolean mayTakeValue(String option) {
        return find(option).map(it -> it.argument() == Argument.VALUE).orElse(true);
    }

    static boolean needsValue(String option) {
        return find(option).filter(it -> it.argument() == Argument.VALUE).isPresent();
    }

    /** The message about an option that sbatch does not have. */
    static String unknownMessage(String option) {
        return "is not an option of sbatch." + SpellingSuggestion.didYouMean(option, ALL.keySet());
    }
}
