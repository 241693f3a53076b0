package slipway.schedule;

import slipway.schedule.picture.Node;

/**
 * How well something fits on a node of one kind. What counts is not how full a node gets but what it leaves behind that
 * nobody can use: accelerators whose processors are gone. The free accelerators of a node that its free processors
 * cannot feed are <em>stranded</em>, and the best place is the one that strands least, or even puts stranded ones to
 * use.
 *
 * <p>Tried on the seven openb lists, where it strands less than fragmentation by expected demand (FGD) and needs to know
 * nothing about what will come: an accelerator is taken to need its fair part of the node's processors, or a little less.
 * At exactly its part an empty node with one processor in use would count as stranded, which packs badly.
 */
record Packing(double processors) {

    /** Of an accelerator's fair part of the processors, so much must be left for it to count as usable. */
    private static final double PART = 0.8;

    static Packing of(Node like) {
        int devices = like.devices().count() * Node.Devices.WHOLE;
        return new Packing(devices == 0 ? 0 : PART * like.machine().cpus() / devices);
    }

    /** Thousandths of free accelerators that cannot be fed. */
    double stranded(Host host) {
        return stranded(host.freeInAll(), host.cpus());
    }

    private double stranded(int free, int cpus) {
        return processors == 0 ? 0 : Math.max(0, free - cpus / processors);
    }

    /** By how much more is stranded with this on it; less than nothing if it uses what was. */
    double score(Host host, int takes, int cpus) {
        return stranded(host.freeInAll() - takes, host.cpus() - cpus) - stranded(host);
    }
}
