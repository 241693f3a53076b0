package slipway.surface.run.commands.slurmimport;

import java.util.List;
import java.util.Locale;

/** The queries to Slurm. Each reply begins with the names of its columns, separated by {@code |}. */
enum SlurmQuery {
    SINFO("-N -o %N|%P|%c|%m|%G|%f|%T"),
    SQUEUE("-a -o %i|%a|%u|%j|%P|%T|%V|%M|%l|%D|%C|%b"),
    SACCT(
            "-a -X -P -o"
                    + " JobID,JobName,Account,User,Partition,State,Submit,ElapsedRaw,Timelimit,AllocTRES,ReqTRES"),
    SACCTMGR("-P show assoc format=Cluster,Account,ParentName,User,Share,GrpTRES");

    private final String arguments;

    SlurmQuery(String arguments) {
        this.arguments = arguments;
    }

    String program() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<String> arguments() {
        return List.of(arguments.split(" ", -1));
    }

    /** The file name of a saved reply. */
    String file() {
        return program() + ".txt";
    }
}
