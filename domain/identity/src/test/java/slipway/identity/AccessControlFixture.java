package slipway.identity;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;
import slipway.journal.JournalStream;
import slipway.journal.LoopExecutor;
import slipway.journal.MemoryStorage;
import slipway.journal.table.Table;
import slipway.testkit.MovingClock;

/** Access control on a journal that a test can restart, with a clock that it can move. */
public final class AccessControlFixture implements AutoCloseable {

    public static final Actor ACTOR = new Actor("test", "test", "r1");

    private final Supplier<JournalStorage> storage;
    private final SecureRandom random;
    private final ServerKey key;
    private final MovingClock clock = MovingClock.at("2026-09-17T14:20:00Z");
    private Journal journal;
    private AccessControl accessControl;

    private AccessControlFixture(Supplier<JournalStorage> medium, long seed) {
        this.storage = medium;
        this.random = random(seed);
        this.key = ServerKey.random(random);
        this.journal = open();
        this.accessControl = AccessControl.open(journal, key, random);
    }

    public static AccessControlFixture inMemory() {
        MemoryStorage.Disk disk = disk();
        return on(() -> new MemoryStorage(disk, MemoryStorage.Weather.CALM));
    }

    /**
     * Two separate teams, vision with optics below it and nlp. Ana leads vision, ben views it, cem is a member of
     * nlp.
     */
    static AccessControlFixture withTwoTeams() {
        return inMemory()
                .team("vision", "all")
                .team("optics", "vision")
                .team("nlp", "all")
                .person("ana", "vision", Role.LEAD)
                .person("ben", "vision", Role.VIEWER)
                .person("cem", "nlp", Role.MEMBER)
                .person("boss", "all", Role.ADMIN);
    }

    private static MemoryStorage.Disk disk() {
        return new MemoryStorage.Disk(IdentityTables.all().toArray(Table<?>[]::new));
    }

    /** An empty journal. */
    static Journal emptyJournal() {
        return Journal.open(
                new MemoryStorage(disk(), MemoryStorage.Weather.CALM),
                LoopExecutor.threads(),
                new Journal.Times(MovingClock.at("2026-09-17T14:20:00Z"), () -> 0L));
    }

    public static AccessControlFixture on(Supplier<JournalStorage> medium) {
        return new AccessControlFixture(medium, 4711);
    }

    /** A deterministic source for a seed. */
    public static SecureRandom random(long seed) {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(seed);
            return random;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private Journal open() {
        return Journal.open(
                storage.get(), LoopExecutor.threads(), new Journal.Times(clock, clock::nanos));
    }

    /** Stops and starts again on the same storage. */
    public void restart() {
        close();
        journal = open();
        accessControl = AccessControl.open(journal, key, random);
    }

    public AccessControl accessControl() {
        return accessControl;
    }

    public Journal journal() {
        return journal;
    }

    public MovingClock clock() {
        return clock;
    }

    public Instant now() {
        return clock.instant();
    }

    ServerKey key() {
        return key;
    }

    public UserDirectory directory() {
        return accessControl.directory();
    }

    /** Executes the request as the local token, which has every permission. */
    public void execute(IdentityRequest identityRequest) {
        execute(accessControl.local(), identityRequest);
    }

    public void execute(Principal by, IdentityRequest identityRequest) {
        Journal.await(accessControl.execute(by, ACTOR, identityRequest, Optional.empty()));
    }

    public AccessControlFixture team(String team, String parent) {
        execute(
                new IdentityRequest.CreateTeam(
                        new TeamId(team), new TeamId(parent), "Team " + team));
        return this;
    }

    /** Creates a person with a role in a team. */
    public AccessControlFixture person(String user, String team, Role role) {
        execute(
                new IdentityRequest.CreatePerson(
                        new UserId(user), "Person " + user, Optional.empty()));
        return role(user, team, role);
    }

    public AccessControlFixture account(String user, String team) {
        execute(
                new IdentityRequest.CreateAccount(
                        new UserId(user), new TeamId(team), "Account " + user, Optional.empty()));
        return this;
    }

    public AccessControlFixture role(String user, String team, Role role) {
        execute(new IdentityRequest.SetRole(new UserId(user), new TeamId(team), Optional.of(role)));
        return this;
    }

    /** Creates a token as the local token. */
    public AccessControl.NewToken token(String owner, TokenScope tokenScope) {
        return token(accessControl.local(), owner, tokenScope);
    }

    public AccessControl.NewToken token(Principal by, String owner, TokenScope tokenScope) {
        var wish =
                new IdentityRequest.CreateToken(
                        new UserId(owner), "laptop", tokenScope, Optional.empty());
        return Journal.await(accessControl.createToken(by, ACTOR, wish, Optional.empty()));
    }

    /** Signs a person in by single sign-on, for twelve hours. */
    public AccessControl.NewToken signIn(
            User.Identity identity, String handle, Map<TeamId, Role> roles) {
        var person =
                new IdentityRequest.SignIn(
                        identity,
                        handle,
                        "A person",
                        Optional.empty(),
                        roles,
                        Duration.ofHours(12));
        return Journal.await(accessControl.signIn(person, ACTOR));
    }

    /** The principal of a new unrestricted token of the user. */
    public Principal principal(String user) {
        return principal(user, TokenScope.WHOLE);
    }

    public Principal principal(String user, TokenScope tokenScope) {
        return accessControl.authenticate(token(user, tokenScope).text(), now());
    }

    public List<Fact> facts() {
        var facts = new ArrayList<Fact>();
        journal.events(EnumSet.of(JournalStream.FACTS), 0, 100_000)
                .forEach(event -> event.fact().ifPresent(facts::add));
        return facts;
    }

    @Override
    public void close() {
        accessControl.close();
        journal.close();
    }
}
