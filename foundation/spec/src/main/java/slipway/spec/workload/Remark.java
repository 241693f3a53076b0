package slipway.spec.workload;

import slipway.base.Place;

/** What a person should know of how a file was understood, although nothing is wrong with it. */
public record Remark(Place place, String text) {

    @Override
    public String toString() {
        return place + "  " + text;
    }
}
