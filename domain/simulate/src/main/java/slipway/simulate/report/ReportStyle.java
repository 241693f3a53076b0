package slipway.simulate.report;

/** The style sheet of a page, light and dark. */
final class ReportStyle {

    static final String CSS =
            """
            :root {
              color-scheme: light dark;
              --canvas: #f7f8fa; --surface: #fff; --line: #e3e6eb; --ink: #12151c; --ink-2: #434a59; --ink-3: #636b7a;
              --used: #2f6fd6; --pieces: #abc9f6; --free: #eef0f3; --broken: #cf3a34; --queued: #5b6475;
              --idle: #b97a08; --good: #18794e;
            }
            @media (prefers-color-scheme: dark) {
              :root {
                --canvas: #0b0d11; --surface: #12151b; --line: #242933; --ink: #eceef2; --ink-2: #b4bbc8;
                --ink-3: #8b94a5; --used: #7db0ff; --pieces: #2556a1; --free: #1c2029; --broken: #f0716a;
                --queued: #9aa4b5; --idle: #dba336; --good: #58c78b;
              }
            }
            body { margin: 0; background: var(--canvas); color: var(--ink);
              font: 14px/1.5 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
            main { max-width: 820px; margin: 0 auto; padding: 28px 16px; }
            h1 { font-size: 22px; line-height: 30px; font-weight: 600; margin: 0 0 16px; }
            h2 { font-size: 14px; line-height: 20px; font-weight: 600; margin: 0; }
            p { margin: 0 0 8px; color: var(--ink-2); }
            .quiet, footer { color: var(--ink-3); }
            dl { margin: 0 0 20px; }
            dl div { display: flex; gap: 12px; padding: 2px 0; }
            dt { flex: 0 0 110px; color: var(--ink-3); }
            dd { margin: 0; }
            figure { margin: 0 0 20px; padding: 16px; background: var(--surface); border: 1px solid var(--line);
              border-radius: 10px; }
            .chart, .bars { font-size: 12px; line-height: 16px; color: var(--ink-3);
              font-variant-numeric: tabular-nums; }
            .plot { position: relative; height: 200px; margin: 14px 12px 28px calc(var(--labels) + 8px); }
            .plot svg { display: block; width: 100%; height: 100%; overflow: visible; }
            .plot path { vector-effect: non-scaling-stroke; }
            .plot span { position: absolute; white-space: nowrap; }
            .up { right: 100%; margin: 0 8px -8px 0; }
            .across { top: 100%; margin-top: 8px; transform: translateX(-50%); }
            .across::before { content: ""; position: absolute; top: -8px; left: 50%; height: 4px;
              border-left: 1px solid var(--line); }
            .across.last { transform: translateX(-100%); }
            .across.last::before { left: 100%; }
            .key { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 0; color: inherit; }
            .key svg { width: 10px; height: 10px; margin-right: 5px; }
            .bars { display: grid; grid-template-columns: minmax(0, 130px) 1fr auto; gap: 6px 8px; margin-top: 14px; }
            .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-align: right; }
            .bar { display: flex; }
            .bar .used { background: var(--used); } .bar .queued { background: var(--queued); }
            @media (max-width: 600px) {
              figure { padding: 14px; }
              .spare { display: none; }
              .bars { grid-template-columns: 1fr auto; gap: 0 8px; }
              .name { grid-column: 1 / -1; text-align: left; }
              .bars > :not(.name) { margin-bottom: 6px; }
            }
            .rule { stroke: var(--line); stroke-width: 1; fill: none; }
            .line { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
            .area.used { fill: var(--used); } .line.used { stroke: var(--used); }
            .area.pieces { fill: var(--pieces); } .line.pieces { stroke: var(--used); }
            .area.free { fill: var(--free); }
            .area.broken { fill: var(--broken); }
            .area.queued { fill: var(--queued); } .line.queued { stroke: var(--queued); }
            .area.idle { fill: var(--idle); } .line.idle { stroke: var(--idle); stroke-dasharray: 5 3; }
            .area.good { fill: var(--good); } .line.good { stroke: var(--good); }
            details { margin-top: 8px; color: var(--ink-2); }
            summary { cursor: pointer; }
            .scroll { max-height: 260px; overflow: auto; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { text-align: right; padding: 2px 12px 2px 0; font-weight: 400; white-space: nowrap; }
            th { color: var(--ink-3); position: sticky; top: 0; background: var(--surface); }
            th:first-child, td:first-child { text-align: left; }
            """;

    private ReportStyle() {}
}
