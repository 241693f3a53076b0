package slipway.server.platform;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import slipway.audit.AccessLog;
import slipway.audit.Audit;
import slipway.identity.AccessControl;
import slipway.journal.Journal;
import slipway.server.config.Config;
import slipway.server.pages.AboutPages;
import slipway.server.pages.CommandFinder;
import slipway.server.pages.HomePage;
import slipway.server.pages.HomePages;
import slipway.server.pages.SettingsPages;
import slipway.surface.audit.server.AuditPages;
import slipway.surface.audit.server.EventPages;
import slipway.surface.audit.server.ReadPages;
import slipway.surface.people.server.LoginPages;
import slipway.surface.people.server.PeoplePages;
import slipway.surface.people.server.SignOnSetup;
import slipway.surface.plan.server.PlanPages;
import slipway.surface.run.server.pages.ClusterPages;
import slipway.surface.run.server.pages.QueuePages;
import slipway.surface.run.server.pages.VisibleWorkloadsSource;
import slipway.surface.run.server.pages.WorkloadPages;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.live.EventHub;
import slipway.surface.web.live.LiveUpdates;
import slipway.surface.web.page.Finder;
import slipway.surface.web.page.PageFinder;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.Search;
import slipway.surface.web.page.WebPages;

/**
 * Wires the pages.
 *
 * @param webPages serves all pages in the order of their tabs
 * @param bindings the handlers of pages, downloads, sign-in, live updates and search
 */
record PageSetup(WebPages webPages, List<RouteHandler<?, ?>> bindings) {

    /** The audit log and the access log. */
    record Logs(Audit audit, AccessLog accessLog) {}

    /** The modules that pages show. */
    record Modules(
            Config config,
            Journal journal,
            EventHub hub,
            AccessControl accessControl,
            Logs logs,
            Optional<SignOnSetup> signOn,
            EngineSetup engine,
            PlanSurface planning) {}

    static PageSetup of(
            Modules modules,
            Supplier<HomePage.Machine> machine,
            String version,
            InstantSource clock) {
        var runner = modules.engine.runner();
        var people = new PeoplePages(clock, modules.accessControl::lastUse, modules.signOn);
        var visible = new VisibleWorkloadsSource(runner, clock);
        var workloads = workloads(modules, visible);
        var cluster = new ClusterPages(runner, visible);
        PlanPages plan = modules.planning.planPages();
        var log = new AuditPages(modules.logs.audit, modules.journal, modules.accessControl, clock);
        var events = new EventPages(modules.journal, clock);
        var settings = new SettingsPages(modules.config, modules.engine::remarks);
        List<PageRoute> pages =
                Stream.of(
                                new HomePages(machine, visible).pages(),
                                new QueuePages(visible).pages(),
                                workloads.pages(),
                                cluster.pages(),
                                plan.pages(),
                                modules.planning.accuracyPages().pages(),
                                people.pages(),
                                log.pages(),
                                new ReadPages(modules.logs.accessLog, clock).pages(),
                                events.pages(),
                                settings.pages(),
                                about(machine, version, clock).pages())
                        .flatMap(List::stream)
                        .toList();
        List<Finder> finders =
                List.of(
                        new PageFinder(pages),
                        workloads,
                        cluster,
                        plan,
                        people.finder(),
                        events,
                        settings,
                        new CommandFinder(forms(people.forms(), plan.forms())));
        var webPages = new WebPages(version, clock, pages);
        return new PageSetup(
                webPages,
                Stream.of(
                                webPages.bindings(),
                                log.bindings(),
                                login(webPages, modules).bindings(),
                                live(modules, clock, version).bindings(),
                                new Search(finders).bindings())
                        .flatMap(List::stream)
                        .toList());
    }

    private static WorkloadPages workloads(Modules modules, VisibleWorkloadsSource visible) {
        return new WorkloadPages(
                modules.engine.runner(), visible, modules.journal, modules.planning::outcome);
    }

    private static AboutPages about(
            Supplier<HomePage.Machine> machine, String version, InstantSource clock) {
        return new AboutPages(version, clock.instant(), () -> machine.get().database());
    }

    private static LiveUpdates live(Modules modules, InstantSource clock, String version) {
        return new LiveUpdates(modules.journal, modules.hub, modules.accessControl, clock, version);
    }

    private static Map<String, String> forms(Map<String, String> some, Map<String, String> more) {
        var all = new HashMap<>(some);
        all.putAll(more);
        return all;
    }

    private static LoginPages login(WebPages webPages, Modules modules) {
        Optional<String> issuer = modules.signOn.map(SignOnSetup::issuer);
        return new LoginPages(webPages, modules.journal, issuer, serverName(modules.config));
    }

    /** The name of this server for users: the public host name, or this machine. */
    private static String serverName(Config config) {
        return config.publicUrl()
                .map(url -> String.valueOf(url.getHost()))
                .orElse("Slipway on this machine");
    }
}
