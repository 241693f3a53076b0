package slipway.simulate.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.SchedulableWorkload.Priority;
import slipway.testkit.Golden;

class TracesTest {

    private static final String PHILLY = "timestamp,duration,num_gpus,gpu_time,cluster";

    @TempDir private Path folder;

    // Our own form.

    @Test
    void our_own_form_needs_three_columns() {
        Trace trace =
                Traces.slipway(
                        TestFiles.file(
                                folder,
                                "a.csv",
                                "submit,duration,accelerators",
                                "60,90,8",
                                "0,1h30m,0"));
        assertThat(trace.jobs()).hasSize(2);
        TraceJob first = trace.jobs().getFirst();
        assertThat(first.submitted()).isEqualTo(Instant.EPOCH);
        assertThat(first.duration()).isEqualTo(Duration.ofMinutes(90));
        assertThat(trace.jobs().getLast().request()).isEqualTo(ResourceRequest.of(8));
    }

    @Test
    void our_own_form_expresses_every_request() {
        Trace trace =
                Traces.slipway(
                        TestFiles.file(
                                folder,
                                "a.csv",
                                "submit,duration,nodes,accelerators,type,cpus,memory,team,priority,checkpoint,"
                                        + "limit,spot,"
                                        + "least,most,within,labels,name",
                                "2026-09-17T14:20:00Z,2d,2,8,H100|A100,16,64GB,Vision_Lab,high,30m,3d,yes,1,4,rack,"
                                        + "fast|near,bert",
                                "2026-09-17T14:20:00+02:00,60,1,1,,0.5,,,,,,,,,,,"));
        TraceJob traceJob = trace.jobs().getLast();
        assertThat(traceJob.request().accelerators().types()).containsExactly("H100", "A100");
        assertThat(traceJob.request().machine())
                .isEqualTo(new Node.Machine(16_000, Bytes.gigabytes(64)));
        assertThat(traceJob.request().gang())
                .isEqualTo(new ResourceRequest.Gang(2, 1, 4, ResourceRequest.TopologyDomain.RACK));
        assertThat(traceJob.request().constraints().spot()).isTrue();
        assertThat(traceJob.request().constraints().labels())
                .containsExactlyInAnyOrder("fast", "near");
        assertThat(traceJob.team().value()).isEqualTo("vision-lab");
        assertThat(traceJob.attributes().priority()).isEqualTo(Priority.HIGH);
        assertThat(traceJob.attributes().checkpointInterval()).contains(Duration.ofMinutes(30));
        assertThat(traceJob.recorded().limit()).contains(Duration.ofDays(3));
        assertThat(trace.jobs().getFirst().submitted()).isEqualTo("2026-09-17T12:20:00Z");
        assertThat(trace.jobs().getFirst().request().machine().cpus()).isEqualTo(500);
    }

    @Test
    void mistakes_in_our_own_form_name_the_expected_value() {
        Path file =
                TestFiles.file(
                        folder,
                        "jobs.csv",
                        "submit,duration,accelerators,nodes,share,priority,checkpoint,least,memory",
                        "yesterday,60,1,,,,,,",
                        "0,soon,1,,,,,,",
                        "0,60,65,,,,,,",
                        "0,60,1,2,0.5,,,,",
                        "0,60,1,,1.5,urgent,sometimes,,lots",
                        "0,60,8,2,,,,3,",
                        "2026-01-01T00:00:00Z,60,1,,,,,,");
        Problem problem = catchThrowableOfType(Problem.class, () -> Traces.slipway(file));
        Golden.matches(
                "own-form.txt",
                problem.what() + "\n" + problem.why() + "\n" + problem.next() + "\n");
    }

    @Test
    void an_unknown_column_is_refused_with_a_suggestion() {
        Path file =
                TestFiles.file(
                        folder, "a.csv", "submit,duration,accelerators,prioritty", "0,1,1,low");
        Problem problem = catchThrowableOfType(Problem.class, () -> Traces.slipway(file));
        assertThat(problem.why()).contains("column 30", "Did you mean priority?");
    }

    // Philly and its relatives.

    @Test
    void philly_drops_and_counts_jobs_without_cluster_duration_or_day() {
        Path file =
                TestFiles.file(
                        folder,
                        "philly.csv",
                        PHILLY,
                        "2017-10-09 07:01:55,66.0,12,66.0,ee9e8c",
                        "2017-09-30 23:59:59,66.0,1,66.0,ee9e8c",
                        "2017-11-30 23:59:59,66.0,1,66.0,ee9e8c",
                        "2017-12-01 00:00:00,66.0,1,66.0,ee9e8c",
                        "2017-10-09 07:01:55,66.0,1,66.0,unknown",
                        "2017-10-09 07:01:55,0.0,1,0.0,ee9e8c");
        Map<String, Integer> sizes = Traces.virtualClusters(Optional.empty());
        Trace trace =
                Traces.philly(
                        file,
                        sizes,
                        TraceWindow.of(LocalDate.of(2017, 10, 1), LocalDate.of(2017, 11, 30)));
        assertThat(trace.jobs()).hasSize(2);
        assertThat(trace.dropped())
                .containsOnly(
                        Map.entry("outside_window", 2),
                        Map.entry("unknown_vc", 1),
                        Map.entry("zero_duration", 1));
        assertThat(trace.jobs().getFirst().request()).isEqualTo(ResourceRequest.of(6).withNodes(2));
    }

    @Test
    void sizes_are_consolidated() {
        var gangSizes = new GangSizes(8);
        assertThat(
                        List.of(1, 8, 12, 16, 20, 24, 128).stream()
                                .map(gangSizes::of)
                                .map(ResourceRequest::describe))
                .containsExactly(
                        "1 accelerator",
                        "8 accelerators on one node",
                        "2 x 6 accelerators",
                        "2 x 8 accelerators",
                        "3 x 7 accelerators",
                        "3 x 8 accelerators",
                        "16 x 8 accelerators");
    }

    @Test
    void the_table_of_virtual_clusters_is_bundled_and_replaceable() {
        assertThat(Traces.virtualClusters(Optional.empty()))
                .hasSize(11)
                .containsEntry("ee9e8c", 64);
        Path own = TestFiles.file(folder, "vc.csv", "nodes,vc", "3,a");
        assertThat(Traces.virtualClusters(Optional.of(own))).containsExactly(Map.entry("a", 3));
    }

    @Test
    void a_part_of_a_cluster_holds_its_largest_job() {
        Path file = TestFiles.file(folder, "p.csv", PHILLY, "2017-10-09 07:01:55,66,24,66,ed69ec");
        List<TraceJob> jobs = Traces.philly(file, Map.of("ed69ec", 8), TraceWindow.ALL).jobs();
        assertThat(TraceClusters.scaledDown(8, 0.25, jobs).nodes()).hasSize(3);
        assertThat(TraceClusters.scaledDown(64, 0.25, jobs).nodes()).hasSize(16);
    }

    @Test
    void chronus_counts_in_minutes_and_has_deadlines() {
        Path file =
                TestFiles.file(
                        folder,
                        "c.csv",
                        "job_id,user,num_gpu,submit_time,duration,expect_time_list",
                        "0,vc_a,4,10,211,282",
                        "1,vc_a,0,10,211,282",
                        "2,vc_a,1,10,5,60-90");
        Trace trace = Traces.chronus(file);
        TraceJob traceJob = trace.jobs().getFirst();
        assertThat(traceJob.duration()).isEqualTo(Duration.ofMinutes(211));
        assertThat(traceJob.recorded().deadline())
                .contains(Instant.EPOCH.plus(Duration.ofMinutes(292)));
        assertThat(trace.jobs().getLast().recorded().deadline())
                .contains(Instant.EPOCH.plus(Duration.ofMinutes(70)));
        assertThat(trace.dropped()).containsOnly(Map.entry("no_accelerator", 1));
    }

    @Test
    void pollux_durations_come_from_measurements() {
        Path file =
                TestFiles.file(
                        folder,
                        "w.csv",
                        "name,time,application,num_replicas,batch_size",
                        "ncf-0,32,ncf,1,32768",
                        "cifar10-1,108,cifar10,6,2048",
                        "cifar10-2,109,cifar10,7,2048");
        List<TraceJob> jobs = Traces.pollux(file).jobs();
        assertThat(jobs.stream().map(traceJob -> traceJob.duration().toSeconds()))
                .containsExactly(33L, 965L, 896L);
        assertThat(jobs.get(1).request()).isEqualTo(ResourceRequest.of(3).withNodes(2));
        Path unknown = TestFiles.file(folder, "v.csv", "time,application,num_replicas", "1,bart,1");
        assertThat(catchThrowableOfType(Problem.class, () -> Traces.pollux(unknown)).why())
                .contains("Did you mean bert?");
    }

    // Slurm.

    @Test
    void an_sacct_dump_gives_jobs_with_their_allocations() {
        Path file =
                TestFiles.file(
                        folder,
                        "sacct.txt",
                        "JobID|JobName|User|Account|Partition|Submit|Start|End|Elapsed|State|AllocTRES|Timelimit",
                        "7|train|ana|Vision|gpu|2026-01-01T00:00:00|2026-01-01T01:00:00|2026-01-01T03:00:00|02:00:00"
                                + "|COMPLETED|billing=32,cpu=32,gres/gpu:h100=16,gres/gpu=16,mem=500G,node=2"
                                + "|1-00:00:00",
                        "7.batch|batch|||||||02:00:00|COMPLETED||",
                        "8|eval|ana|Vision|gpu|2026-01-01T00:00:00|2026-01-01T00:30:00|2026-01-01T02:30:00|02:00:00"
                                + "|COMPLETED|cpu=8,gres/gpu:h100=4,mem=64G,node=1|UNLIMITED",
                        "9|wait|bo|Vision|gpu|2026-01-01T00:00:00|Unknown|Unknown|00:00:00|PENDING||UNLIMITED",
                        "10|cpu|bo|Vision|cpu|2026-01-01T00:00:00|2026-01-01T00:30:00|2026-01-01T02:30:00|02:00:00"
                                + "|COMPLETED|cpu=8,mem=64G,node=1|UNLIMITED");
        Trace trace = Traces.sacct(file);
        assertThat(trace.jobs()).hasSize(2);
        assertThat(trace.dropped())
                .containsOnly(Map.entry("never_ran", 1), Map.entry("no_accelerator", 1));
        TraceJob traceJob = trace.jobs().getFirst();
        assertThat(traceJob.request().describe()).isEqualTo("2 x 8 H100");
        assertThat(traceJob.request().machine().cpus()).isEqualTo(16_000);
        assertThat(traceJob.duration()).isEqualTo(Duration.ofHours(2));
        assertThat(traceJob.recorded().limit()).contains(Duration.ofDays(1));
        assertThat(traceJob.team().value()).isEqualTo("vision");
        TraceCluster traceCluster = TraceClusters.fromPeakUse(trace);
        assertThat(traceCluster.accelerators()).containsOnly(Map.entry("H100", 24));
    }

    @Test
    void a_broken_sacct_dump_names_the_location() {
        Path file =
                TestFiles.file(
                        folder,
                        "sacct.txt",
                        "JobID|Submit|Elapsed|AllocTRES",
                        "7|2026-01-01T00:00:00|two hours|gres/gpu=4",
                        "8|yesterday|02:00:00|gres/gpu=many");
        Problem problem = catchThrowableOfType(Problem.class, () -> Traces.sacct(file));
        Golden.matches(
                "sacct.txt", problem.what() + "\n" + problem.why() + "\n" + problem.next() + "\n");
    }

    // openb.

    @Test
    void openb_lists_may_have_fewer_columns() {
        Path pods = TestFiles.file(folder, "p.csv", "name,num_gpu", "a,2", "b,0");
        assertThat(Traces.openbPods(pods).getFirst()).isEqualTo(ResourceRequest.of(2));
        Path whole =
                TestFiles.file(
                        folder,
                        "w.csv",
                        "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec",
                        "a,12000,16384,1,460,V100M16|V100M32");
        ResourceRequest resourceRequest = Traces.openbPods(whole).getFirst();
        assertThat(resourceRequest.accelerators().types()).containsExactly("V100M16", "V100M32");
        assertThat(resourceRequest.accelerators().thousandths()).isEqualTo(460);
        assertThat(resourceRequest.machine())
                .isEqualTo(new Node.Machine(12_000, Bytes.mebibytes(16_384)));
        Path nodes =
                TestFiles.file(
                        folder,
                        "n.csv",
                        "sn,cpu_milli,memory_mib,gpu,model",
                        "n1,64000,262144,2,P100");
        assertThat(Traces.openbNodes(nodes).getFirst().devices())
                .isEqualTo(Node.Devices.of("P100", 2));
    }

    @Test
    void a_part_of_several_gpus_or_a_node_twice_is_refused() {
        Path pods = TestFiles.file(folder, "p.csv", "num_gpu,gpu_milli", "2,500");
        assertThat(catchThrowableOfType(Problem.class, () -> Traces.openbPods(pods)).why())
                .contains("Only one GPU can be asked for in part");
        Path nodes = TestFiles.file(folder, "n.csv", "sn,gpu", "a,2", "a,2");
        assertThat(catchThrowableOfType(Problem.class, () -> Traces.openbNodes(nodes)).why())
                .contains("line 3", "twice");
    }
}
