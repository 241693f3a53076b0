package slipway.run.lifecycle;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.base.text.Format;
import slipway.run.engine.Engine;
import slipway.spec.workload.WorkloadSpec;

/** All refusals of this module. */
public final class RunProblems {

    static final ProblemCode NO_WORKLOAD =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-workload",
                    "There is no workload of this name.");
    static final ProblemCode NO_NODE =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-node",
                    "The engine knows no node of this name.");
    static final ProblemCode ENDED =
            ProblemCode.of(
                    ProblemKind.CONFLICT, "workload-ended", "The workload has ended already.");
    static final ProblemCode UNKNOWN_NEED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "unknown-need",
                    "A required workload does not exist or did not succeed.");
    static final ProblemCode NO_TEAM =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-such-team-here",
                    "The workload names an unknown team.");
    static final ProblemCode NO_SECRET =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "unknown-secret",
                    "The workload names a secret that its team does not have.");
    static final ProblemCode NO_DATA =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-datasets",
                    "The spec names a dataset, and this server stores none.");
    static final ProblemCode UNREADABLE_SPEC =
            ProblemCode.of(
                    ProblemKind.BUG,
                    "unreadable-spec",
                    "The stored spec of a workload cannot be read, so it is not started.");
    static final ProblemCode UNSET =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "variable-without-value",
                    "A variable was given no value.");
    static final ProblemCode MIXED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "mixed-amounts",
                    "Alternatives that ask for different numbers of accelerators.");

    static final ProblemCode NOT_RUNNING =
            ProblemCode.of(
                    ProblemKind.CONFLICT, "workload-not-running", "The workload does not run now.");

    static final ProblemCode NO_WORKSPACE =
            ProblemCode.of(
                    ProblemKind.CONFLICT, "no-workspace", "The workload is not a workspace.");
    static final ProblemCode TOO_LONG =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "kept-too-long",
                    "An exemption from idle shutdown cannot last that long.");
    static final ProblemCode NEVER_STOPPED =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "never-stopped",
                    "The workload has no idle shutdown, so there is nothing to extend.");

    static final ProblemCode NO_SANDBOX =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-sandbox",
                    "There is more than one team, and no sandbox isolates their jobs.");

    static final ProblemCode NO_ENVIRONMENT =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-environment",
                    "The workload names a virtual environment that does not exist.");

    static final ProblemCode ACCOUNT_OF_ANOTHER =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "account-of-another",
                    "The workload runs under the account of another user.");

    private RunProblems() {}

    static Problem accountOfAnother(String workload, String owner) {
        return new Problem(
                ACCOUNT_OF_ANOTHER,
                "Only %s may run commands in %s.".formatted(owner, workload),
                "Jobs run under the accounts of those who submit them, and a command beside one could read all that"
                        + " its owner may.",
                "Ask %s to run it, or submit a workload of your own.".formatted(owner));
    }

    static Problem noEnvironment(Path folder) {
        return new Problem(
                NO_ENVIRONMENT,
                "The virtual environment %s does not exist.".formatted(folder),
                "There is no bin/python in it: it was removed, moved, or never created.",
                "Make it with python3 -m venv %s, or correct environment in the spec."
                        .formatted(folder));
    }

    static Problem noSandbox(int teams, String sandbox) {
        return new Problem(
                NO_SANDBOX,
                "No job can run here for %s.".formatted(Format.count(teams, "team")),
                "All jobs run under the server's account, with %s: each could read the keys and the work of others."
                        .formatted(sandbox),
                "See what is missing: slipway doctor. If the teams trust each other, set run.sandbox: optional.");
    }

    public static Problem noWorkload(String name) {
        return new Problem(
                NO_WORKLOAD,
                "There is no workload " + name + ".",
                "It was never submitted here, or you may not see it.",
                "See what there is: slipway ps -a");
    }

    public static Problem noNode(String name, List<String> known) {
        return new Problem(
                NO_NODE,
                "There is no node " + name + ".",
                "The engine knows " + Format.list(known) + ".",
                "See them: slipway nodes");
    }

    public static Problem ended(Workload workload) {
        return new Problem(
                ENDED,
                "%s %s already.".formatted(workload.name(), endedText(workload)),
                "A workload that has ended cannot be changed.",
                "Submit it again if it should run once more.");
    }

    private static String endedText(Workload workload) {
        return workload.state() instanceof WorkloadState.Ended(var outcome, _, _, _)
                ? outcome.clause()
                : "has ended";
    }

    public static Problem unknownNeed(String need, String why) {
        return new Problem(
                UNKNOWN_NEED,
                "It needs %s, %s.".formatted(need, why),
                "A workload starts only after those it needs have succeeded.",
                "Name one that waits, runs or has succeeded: slipway ps -a");
    }

    public static Problem noTeam(TeamId team) {
        return new Problem(
                NO_TEAM,
                "There is no team " + team.value() + ".",
                "A workload belongs to a team, which has the quota and pays.",
                "See the teams: slipway team list");
    }

    public static Problem noSecret(TeamId team, String name) {
        return new Problem(
                NO_SECRET,
                "%s has no secret %s.".formatted(team.value(), name),
                "A workload gets its team's secrets, and they must exist when it starts.",
                "Set it: slipway secret set %s --team %s".formatted(name, team.value()));
    }

    /** The text of a stored spec does not parse: a bug of this server, or a manual change of the database. */
    public static Problem unreadableSpec(Workload workload, String error) {
        return new Problem(
                UNREADABLE_SPEC,
                "The stored spec of %s cannot be read.".formatted(workload.id()),
                error,
                "Cancel it and submit it again: slipway cancel %s".formatted(workload.id()));
    }

    static Problem noData(Set<String> names) {
        return new Problem(
                NO_DATA,
                "It asks for the data %s.".formatted(Format.list(List.copyOf(names))),
                "This server keeps no datasets yet, so there is nothing to give it.",
                "Remove data, and give the program the path of its files: --env DATA=/path");
    }

    static Problem unset(List<String> names) {
        return new Problem(
                UNSET,
                "%s %s no value.".formatted(Format.list(names), names.size() == 1 ? "has" : "have"),
                "In the spec a variable without a value must be given when it is submitted.",
                "Give it: --env " + names.getFirst() + "=VALUE");
    }

    static Problem mixed() {
        return new Problem(
                MIXED,
                "The alternatives for accelerators ask for different amounts.",
                "Only the type may be left open, not how many.",
                "Ask for one amount, as in H100:4 | A100:4, or submit one workload for each.");
    }

    static Problem engineCannot(String asked, String engine, String next) {
        return new Problem(
                Engine.CANNOT,
                "It asks for %s.".formatted(asked),
                "The engine %s.".formatted(engine),
                next);
    }

    static Problem notRunning(String name) {
        return new Problem(
                NOT_RUNNING,
                name + " does not run now.",
                "A command runs on the node of a running workload and ends with it.",
                "See its state: slipway explain " + name);
    }

    static Problem noWorkspace(Workload workload) {
        return new Problem(
                NO_WORKSPACE,
                workload.name() + " is no workspace.",
                "Only a workspace has an app to open, and is stopped when it is not used.",
                "Start one: slipway workspace jupyter");
    }

    public static Problem neverStopped(Workload workload) {
        return new Problem(
                NEVER_STOPPED,
                workload.name() + " has no idle shutdown.",
                workload.spec().kind() == WorkloadSpec.Kind.SERVICE
                        ? "A service may wait for requests."
                        : "Team %s only warns of jobs that hold accelerators without using them."
                                .formatted(workload.team()),
                "There is nothing to extend: it runs until it ends.");
    }

    static Problem notExemptable(WorkloadId id) {
        return new Problem(
                NOT_RUNNING,
                "%s does not run now.".formatted(id.value()),
                "Only a running workload can be exempted from idle shutdown.",
                "See its state: slipway explain " + id.value());
    }

    static Problem exemptionTooLong(Duration most) {
        return new Problem(
                TOO_LONG,
                "The exemption is too long.",
                "An exemption lasts at most %s, so that none is forgotten."
                        .formatted(Format.duration(most)),
                "Ask for less, and renew it when needed.");
    }

    static Problem gone(WorkloadId id) {
        return noWorkload(id.value());
    }
}
