package slipway.surface.run.commands.slurmimport;

import java.util.List;
import java.util.Locale;

/** What Slurm is asked. Each reply has a first line that names its columns, and bars between them. */
enum SlurmQuery {
    SINFO("-N -o %N|%P|%c|%m|%G|%f|%T"),
    SQUEUE("-a -o %i|%a|%u|%j|%P|%T|%V|%M|%l|%D|%C|%b"),
    SACCT(
            "-a -X -P -o"
                    + " JobID,JobName,Account,User,Partition,State,Submit,ElapsedRaw,Timelimit,AllocTRES,ReqTRES"),
    SACCTMGR("-P show assoc format=Cluster,Account,ParentName,User,Share,GrpTRES");

    private final String words;

    SlurmQuery(String words) {
        this.words = words;
    }

    String program() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What stands behind the program's name. */
    List<String> words() {
        return List.of(words.split(" ", -1));
    }

    /** Where its reply is looked for when somebody has asked before. */
    String file() {
        return program() + ".txt";
    }
}
