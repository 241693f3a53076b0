package slipway.run.slurm;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Launch;
import slipway.run.slurm.Submitting.Outcome;

/**
 * What is in Slurm's hands, from the submission or the adoption until it is forgotten. What Slurm says is learned by
 * asking for all jobs at once; a question that is not answered changes nothing.
 */
final class Jobs {

    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);

    /** In one look, so that ten thousand jobs that wait on a network's file system are not too many. */
    private static final int MOST_LOOKED_AT = 200;

    private final Tools tools;
    private final Submitting submitting;
    private final Placing placing;
    private final Ledger ledger;
    private final Doubt doubt;
    private final Map<AttemptId, Job> jobs = new ConcurrentSkipListMap<>();
    private final List<Consumer<AttemptId>> listeners = new CopyOnWriteArrayList<>();
    private int looks;

    /**
     * When Slurm is no longer believed.
     *
     * @param surety so often in a row Slurm must not know a job that it perhaps was given before that job is given up
     * @param patience so long it may say of a job that it runs after all of it has ended
     */
    record Doubt(int surety, Duration patience, InstantSource clock) {

        /** The questions that fill the time which one answer may take. */
        static Doubt of(Duration patience, Duration every, InstantSource clock) {
            return new Doubt(3 + (int) Math.min(1_000, patience.dividedBy(every)), patience, clock);
        }

        /** So long it may say of a job that it runs before anything of it has begun. */
        Duration prolog() {
            return patience.multipliedBy(4);
        }
    }

    Jobs(Tools tools, Submitting submitting, Placing placing, Ledger ledger, Doubt doubt) {
        this.tools = tools;
        this.submitting = submitting;
        this.placing = placing;
        this.ledger = ledger;
        this.doubt = doubt;
    }

    /** Takes up what an earlier life of the server handed over. */
    void adopt() {
        ledger.all().stream().map(Job::new).forEach(job -> jobs.put(job.id(), job));
    }

    List<Job> all() {
        return List.copyOf(jobs.values());
    }

    boolean has(AttemptId id) {
        return jobs.containsKey(id);
    }

    /** Whoever asks of one is told what its files say by now. */
    Optional<Job> find(AttemptId id) {
        Optional<Job> found = Optional.ofNullable(jobs.get(id));
        found.ifPresent(this::lookAt);
        return found;
    }

    private boolean lookAt(Job job) {
        boolean begins = job.waits() && job.hasClaim() && job.begins();
        if (begins) {
            job.hurries();
            changed(job);
        }
        return begins;
    }

    Set<Long> numbers() {
        return all().stream().flatMap(job -> job.number().stream()).collect(Collectors.toSet());
    }

    void listen(Consumer<AttemptId> changed) {
        listeners.add(changed);
    }

    void silence() {
        listeners.clear();
    }

    // Launching.

    /**
     * @param words of the submission; not asked for if it was launched before
     */
    void launch(Launch launch, Supplier<List<String>> words) {
        Job job = Job.of(launch);
        if (jobs.putIfAbsent(job.id(), job) != null) {
            return;
        }
        List<String> said;
        try {
            if (wasLaunched(job)) {
                return;
            }
            said = words.get();
            ledger.put(job.entry()); // before it is sent: who dies now must look it up
        } catch (Problem e) {
            jobs.remove(job.id());
            throw e;
        } catch (IOException e) {
            jobs.remove(job.id());
            throw Submitting.refusal(launch, String.valueOf(e.getMessage())).causedBy(e);
        }
        switch (submitting.submit(job, said)) {
            case Outcome.Accepted(var number) -> isNumbered(job, number);
            case Outcome.Unknown(var because) -> {
                LOG.warn("Whether Slurm has {} is not known: {}", job.id(), because);
                job.isUnsure("Slurm was asked and did not answer: " + because);
                changed(job);
            }
            case Outcome.Refused(var because) -> {
                jobs.remove(job.id());
                ledger.remove(job.id());
                throw Submitting.refusal(launch, because);
            }
        }
    }

    /** It is over and forgotten, or it runs and only the ledger was lost. */
    private boolean wasLaunched(Job job) {
        boolean closed = Ledger.wasClosed(job.directory()) || isWithdrawn(job);
        boolean began = !job.directory().claimed().isEmpty();
        if (!began || closed) {
            if (closed) {
                jobs.remove(job.id());
            }
            return closed;
        }
        try {
            submitting
                    .lookUp(job)
                    .ifPresentOrElse(
                            number -> isNumbered(job, number), () -> jobs.remove(job.id()));
        } catch (IOException e) {
            job.isUnsure("Slurm was asked and did not answer: " + e.getMessage());
            write(job);
        }
        return true;
    }

    private void isNumbered(Job job, long number) {
        jobs.values().stream()
                .filter(other -> other != job && other.lost(number))
                .forEach(this::write);
        job.isNumbered(number);
        write(job);
        job.hurries();
        changed(job);
        if (job.endedByUs()) {
            cancel(job);
        }
    }

    /** One after the other: what is written last is what is true. */
    private synchronized void write(Job job) {
        try {
            ledger.put(job.entry());
        } catch (IOException e) {
            LOG.warn("{} is known to Slurm only; the next server looks it up by name", job.id(), e);
        }
    }

    // Watching.

    /** At files only: a beginning shows there first, and an end too. */
    void look() {
        looks++;
        var present = jobs.values().stream().filter(job -> !job.gone()).toList();
        int from = present.isEmpty() ? 0 : looks * MOST_LOOKED_AT % present.size();
        for (int i = 0; i < Math.min(present.size(), MOST_LOOKED_AT); i++) {
            Job job = present.get((from + i) % present.size());
            if (!lookAt(job) && !job.waits() && looks % 5 == 0 && !job.mayEnd() && job.hasExit()) {
                job.endsSoon();
                job.hurries();
            }
        }
    }

    boolean hurried() {
        boolean any = false;
        for (Job job : jobs.values()) {
            any |= job.hurried();
        }
        return any;
    }

    /** Asks Slurm of all that is there; costs nothing when nothing is. */
    void poll() throws IOException {
        for (Job job : jobs.values().stream().filter(Job::unsure).toList()) {
            clear(job);
        }
        List<Job> numbered =
                jobs.values().stream()
                        .filter(job -> !job.gone() && job.number().isPresent())
                        .toList();
        if (!numbered.isEmpty()) {
            Map<Long, Seen> seen = ask(numbered);
            for (Job job : numbered) {
                Seen told = seen.get(job.number().orElseThrow());
                heard(job, Optional.ofNullable(told).filter(job::isOf));
            }
        }
    }

    /** The option of {@code squeue} that shows jobs of those accounts that these have. */
    static String of(List<Job> jobs) {
        List<String> others =
                jobs.stream()
                        .flatMap(job -> job.account().stream())
                        .map(account -> Integer.toString(account.user()))
                        .distinct()
                        .toList();
        if (others.isEmpty()) {
            return "--me";
        }
        boolean own = jobs.stream().anyMatch(job -> job.account().isEmpty());
        return "--user=" + String.join(",", others) + (own ? "," + Accounts.own() : "");
    }

    private Map<Long, Seen> ask(List<Job> of) throws IOException {
        Map<Long, Seen> seen = new HashMap<>();
        tools.told("squeue", "-h", "-a", of(of), "-t", "all", "-O", Seen.FORMAT)
                .lines()
                .flatMap(line -> Seen.parse(line).stream())
                .forEach(each -> seen.put(each.number(), each));
        return seen;
    }

    private void heard(Job job, Optional<Seen> seen) throws IOException {
        Optional<Seen> unborn = seen.filter(job::isUnborn);
        boolean unfit = unborn.isPresent() && placing.isUnfit(unborn.get().nodes());
        if (unborn.isPresent() && !unfit && !job.isSureUnborn()) {
            job.hurries();
            return;
        }
        boolean news = seen.map(told -> job.isSeen(told, unfit)).orElseGet(job::isAbsent);
        if (seen.filter(each -> each.restarted() && !each.over()).isPresent()) {
            LOG.warn("{} was started again by somebody, and is ended", job.id());
            cancel(job);
        }
        if (job.isOverdue(doubt)) {
            LOG.warn("Slurm says that {} runs, which it does not; it is taken back", job.id());
            withdraw(job);
            cancel(job);
        }
        if (!job.gone() && !job.waits() && job.place().isEmpty()) {
            news |=
                    seen.flatMap(each -> placing.where(job, each.nodes()))
                            .filter(job::isPlaced)
                            .isPresent();
        }
        if (news) {
            changed(job);
        }
    }

    /** Whether Slurm has it after all. What it does not show for long is given up, and may not begin any more. */
    private void clear(Job job) throws IOException {
        Optional<Long> number = submitting.lookUp(job);
        if (number.isPresent()) {
            isNumbered(job, number.get());
            return;
        }
        if (job.absences() + 2 >= doubt.surety) {
            withdraw(job);
        }
        if (job.isAbsent(doubt.surety)) {
            changed(job);
        }
    }

    /** From now on its batch script ends before it has begun, should Slurm still come with it. */
    void withdraw(Job job) {
        try {
            Files.createFile(job.directory().path().resolve("withdrawn"));
        } catch (FileAlreadyExistsException e) {
            LOG.debug("{} is withdrawn already", job.id());
        } catch (IOException e) {
            LOG.warn("{} could not be withdrawn", job.id(), e);
        }
    }

    private static boolean isWithdrawn(Job job) {
        return Files.exists(job.directory().path().resolve("withdrawn"));
    }

    /** The last resort, and the first for what does not run yet. */
    void cancel(Job job, String... options) {
        job.isEndedByUs();
        write(job);
        job.hurries();
        job.number()
                .ifPresent(
                        number -> {
                            quietly(job, cancelling(job, number, options));
                        });
    }

    /** By its name too: a controller that lost its newest state may have given the number to another job since. */
    static List<String> cancelling(Job job, long number, String... options) {
        var words = new ArrayList<>(List.of("scancel", "--jobname=" + job.id()));
        words.addAll(List.of(options));
        words.add(Long.toString(number));
        return words;
    }

    /**
     * By the job's own account.
     *
     * @return whether it was done
     */
    boolean quietly(Job job, List<String> words) {
        try {
            Tools.Answer answer = tools.as(job.account()).ask(words);
            if (!answer.well()) {
                LOG.info("{} said: {}", words.getFirst(), answer.trouble());
            }
            return answer.well();
        } catch (IOException e) {
            LOG.warn("{} did not work", words.getFirst(), e);
            return false;
        }
    }

    /** How Slurm sees it at this moment. */
    Optional<Seen> now(Job job) {
        try {
            Map<Long, Seen> seen = ask(List.of(job));
            return job.number()
                    .flatMap(number -> Optional.ofNullable(seen.get(number)))
                    .filter(job::isOf);
        } catch (IOException e) {
            LOG.info("Slurm does not say how {} stands", job.id(), e);
            return Optional.empty();
        }
    }

    /**
     * @param clearing what is done before nobody knows of it any more
     */
    Optional<Job> forget(AttemptId id, Consumer<Job> clearing) {
        Job job = jobs.get(id);
        if (job == null || !job.gone()) {
            return Optional.empty();
        }
        jobs.remove(id);
        clearing.accept(job);
        ledger.close(job.directory());
        return Optional.of(job);
    }

    private void changed(Job job) {
        listeners.forEach(listener -> listener.accept(job.id()));
    }
}
