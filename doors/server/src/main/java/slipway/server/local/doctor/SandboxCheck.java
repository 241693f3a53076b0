package slipway.server.local.doctor;

import java.util.List;
import java.util.function.Supplier;
import slipway.run.sandbox.Tier;
import slipway.server.config.SandboxUse;

/** How well jobs are kept apart here, as whom they run, and why that is not better. */
final class SandboxCheck implements Check {

    private final Supplier<Tier> look;

    SandboxCheck(Supplier<Tier> look) {
        this.look = look;
    }

    @Override
    public String name() {
        return "sandbox";
    }

    @Override
    public String title() {
        return "sandbox";
    }

    @Override
    public List<Finding> look(Site site) {
        if (site.config().sandbox() == SandboxUse.OFF) {
            return List.of(
                    warn(
                            "no sandbox, as run.sandbox: off says; " + runAs(),
                            "take run.sandbox: off away, unless nothing here is secret"));
        }
        Tier tier = look.get();
        return List.of(
                tier.lack()
                        .map(lack -> warn(lacking(site, tier, lack), lack.next()))
                        .orElseGet(() -> ok("sandbox is " + tier.words() + "; " + runAs())));
    }

    private static String lacking(Site site, Tier tier, Tier.Lack lack) {
        String then =
                site.config().sandbox() == SandboxUse.NEEDED
                        ? "; with more than one team the server does not start"
                        : "";
        return "%s (%s); %s%s".formatted(tier.words(), lack.why(), runAs(), then);
    }

    private static String runAs() {
        return "jobs run as %s, like the server".formatted(System.getProperty("user.name"));
    }
}
