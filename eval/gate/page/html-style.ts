// The one style sheet of a report as a page; it works on paper, on a small screen and in the dark.
import { html } from '../../../lib/report/html.ts'

export const htmlStyle = html`
:root { color-scheme: light dark; --page: #fbfaf8; --card: #ffffff; --ink: #1e2124; --soft: #565d64; --line: #dcdad5; --good: #1d5480; --mid: #b0700f; --bad: #a12b2b; --old: #8d949b; }
@media (prefers-color-scheme: dark) { :root { --page: #15171a; --card: #1c1f23; --ink: #e4e5e6; --soft: #a6adb4; --line: #363a40; --good: #7fb6e6; --mid: #e0a955; --bad: #ef8a8a; --old: #7b838a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.3; margin: 0 0 .5rem; font-weight: 650; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2.5rem 0 .5rem; }
p { margin: .5rem 0; }
.verdict { padding: .6rem .9rem; border-inline-start: 4px solid var(--good); background: var(--card); }
.verdict.bad { border-color: var(--bad); }
.soft { color: var(--soft); font-size: .9rem; }
figure { margin: 1rem 0; padding: .9rem; background: var(--card); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
figcaption { font-weight: 600; margin: 0 0 .6rem; }
svg { display: block; max-width: 100%; height: auto; }
svg text { fill: var(--ink); font: 12px/1 system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; }
svg .label { fill: var(--soft); }
svg .rail { fill: var(--line); }
svg .grid { stroke: var(--line); }
svg .new { fill: var(--good); }
svg .old { fill: var(--old); }
svg .tick { stroke: var(--ink); stroke-width: 2; }
svg .best { fill: var(--good); }
svg .middle { fill: var(--mid); }
svg .worst { fill: var(--bad); }
svg .none { fill: var(--old); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; background: var(--card); }
th, td { text-align: start; vertical-align: top; padding: .3rem .6rem; border: 1px solid var(--line); overflow-wrap: break-word; max-width: 26rem; }
th { color: var(--soft); font-weight: 600; }
td.number { text-align: end; font-variant-numeric: tabular-nums; }
.no { color: var(--bad); font-weight: 650; }
@media print { main { max-width: none; padding: 0; } figure, tr { break-inside: avoid; } }
`
