package slipway.spec.workload;

import java.util.Locale;
import slipway.spec.Notation;
import slipway.spec.SpecKey;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a spec as JSON with the keys of the document. */
final class WorkloadJson {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final ObjectNode json = JSON.objectNode();

    private WorkloadJson() {}

    static ObjectNode of(WorkloadSpec spec) {
        var writer = new WorkloadJson();
        writer.json.put(WorkloadKeys.FORMAT_KEY.name(), WorkloadKeys.FORMAT);
        writer.title(spec);
        writer.json.set(WorkloadKeys.RESOURCES.name(), ResourceBlock.json(spec.resources()));
        writer.gang(spec.scheduling().gang());
        writer.program(spec.execution().program());
        writer.remainingKeys(spec);
        return writer.json;
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void title(WorkloadSpec spec) {
        spec.name().ifPresent(name -> put(WorkloadKeys.NAME, name));
        spec.team().ifPresent(team -> put(WorkloadKeys.TEAM, team.value()));
        put(WorkloadKeys.KIND, word(spec.kind()));
        put(WorkloadKeys.PRIORITY, word(spec.scheduling().priority()));
    }

    private void gang(Gang gang) {
        json.put(WorkloadKeys.NODES.name(), gang.nodes());
        gang.elastic()
                .ifPresent(
                        range ->
                                json.putObject(WorkloadKeys.ELASTIC.name())
                                        .put(WorkloadKeys.MIN.name(), range.min())
                                        .put(WorkloadKeys.MAX.name(), range.max()));
        gang.topology()
                .ifPresent(
                        near ->
                                json.putObject(WorkloadKeys.WITHIN.name())
                                        .put(WorkloadKeys.DOMAIN.name(), word(near.within()))
                                        .put(WorkloadKeys.REQUIRED.name(), near.required()));
        json.put(WorkloadKeys.SPOT.name(), gang.spot());
        gang.labels().forEach(json.withArray(WorkloadKeys.LABELS.name())::add);
    }

    private void program(Program program) {
        program.workdir().ifPresent(folder -> put(WorkloadKeys.WORKDIR, folder));
        program.setup().ifPresent(setup -> put(WorkloadKeys.SETUP, setup));
        put(WorkloadKeys.RUN, program.run());
        ObjectNode envs = json.putObject(WorkloadKeys.ENVS.name());
        program.envs().forEach((name, value) -> envs.put(name, value.orElse(null)));
        if (!program.secrets().isEmpty()) {
            program.secrets().forEach(json.withArray(WorkloadKeys.SECRETS.name())::add);
        }
        put(WorkloadKeys.LAUNCHER, word(program.launcher()));
        json.put(WorkloadKeys.NETWORK.name(), program.network());
        context(program.context());
    }

    private void context(Program.Context around) {
        around.environment()
                .ifPresent(
                        named ->
                                json.set(
                                        WorkloadKeys.ENVIRONMENT.name(),
                                        EnvironmentBlock.json(named)));
        json.put(WorkloadKeys.SETUP_CACHE.name(), around.cachesSetup());
        if (!around.arguments().isEmpty()) {
            around.arguments().forEach(json.withArray(WorkloadKeys.ARGUMENTS.name())::add);
        }
        around.slurm()
                .ifPresent(
                        variables ->
                                json.set(
                                        WorkloadKeys.SLURM_VARIABLES.name(),
                                        SlurmBlock.json(variables)));
    }

    private void remainingKeys(WorkloadSpec spec) {
        var execution = spec.execution();
        var scheduling = spec.scheduling();
        ObjectNode data = json.putObject(WorkloadKeys.DATA.name());
        execution.data().forEach((name, version) -> data.put(name, version.notation()));
        scheduling
                .times()
                .maxDuration()
                .ifPresent(time -> put(WorkloadKeys.MAX_DURATION, Notation.duration(time)));
        scheduling
                .times()
                .minimumRun()
                .ifPresent(time -> put(WorkloadKeys.MINIMUM_RUN, Notation.duration(time)));
        execution
                .checkpoint()
                .ifPresent(
                        checkpointSpec ->
                                json.set(
                                        WorkloadKeys.CHECKPOINT.name(),
                                        CheckpointBlock.json(checkpointSpec)));
        json.set(WorkloadKeys.RETRY.name(), RetryBlock.json(execution.retry()));
        scheduling.needs().forEach(json.withArray(WorkloadKeys.NEEDS.name())::add);
        scheduling.array().ifPresent(array -> put(WorkloadKeys.ARRAY, array.notation()));
        execution.workspace().ifPresent(this::workspace);
        spec.plan().ifPresent(plan -> json.set(WorkloadKeys.PLAN.name(), PlanBlock.json(plan)));
        spec.pilot().ifPresent(it -> json.set(WorkloadKeys.PILOT.name(), PilotBlock.json(it)));
    }

    private void workspace(WorkspaceSpec workspaceSpec) {
        workspaceSpec.app().ifPresent(app -> put(WorkloadKeys.APP, word(app)));
        workspaceSpec.idle().ifPresent(idle -> put(WorkloadKeys.IDLE, Notation.duration(idle)));
    }

    private void put(SpecKey<?> specKey, String value) {
        json.put(specKey.name(), value);
    }
}
