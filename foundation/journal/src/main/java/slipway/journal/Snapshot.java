package slipway.journal;

/** A snapshot of a module's state: an immutable value that follows from the commits, and from nothing else. */
public interface Snapshot<P extends Snapshot<P>> {

    /** The state after this commit. Pure: the tables, read again after a crash, must give the same snapshot. */
    P after(Commit commit);
}
