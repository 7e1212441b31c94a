// The page's one style sheet. Its digest is in the page's policy (page-headers.ts), so nothing else can style the page.
import { html } from './html.ts'

const light = html`
  --page: #fbfaf8; --card: #ffffff; --ink: #1e2124; --soft: #565d64; --line: #dcdad5; --link: #1c55a0;
  --guard: #1d5480; --guard-wash: #eaf2f8; --sense: #4a4a86; --sense-wash: #efeff8; --warn: #8a4b0a; --warn-wash: #fbf1e2;
  --mark: #ffe58f; --mark-ink: #1e2124;`

const dark = html`
  --page: #15171a; --card: #1c1f23; --ink: #e4e5e6; --soft: #a6adb4; --line: #363a40; --link: #8dbcf7;
  --guard: #9ccbee; --guard-wash: #1a2a37; --sense: #bdbdf2; --sense-wash: #26263b; --warn: #f0bd7d; --warn-wash: #33271a;
  --mark: #6a5310; --mark-ink: #fff4d2;`

/** The whole content of the page's `<style>`. */
export const pageStyle = html`
:root {
  color-scheme: light dark;${light}
}
@media (prefers-color-scheme: dark) { :root {${dark}
} }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; overflow-wrap: anywhere; }
main { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.3; margin: .1rem 0 1rem; font-weight: 650; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2.5rem 0 .75rem; }
h3 { font-size: .95rem; margin: 0 0 .5rem; color: var(--soft); font-weight: 600; }
h4 { font-size: .85rem; margin: 1rem 0 .25rem; color: var(--soft); font-weight: 600; }
p { margin: .5rem 0; }
ul { margin: .5rem 0; padding-inline-start: 1.25rem; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
:target { scroll-margin-top: 1rem; outline: 2px solid var(--link); outline-offset: 4px; border-radius: 4px; }
main:target { outline: none; }
code { font: .9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono CJK SC", monospace; }
pre { margin: .5rem 0; padding: .75rem; background: var(--page); border: 1px solid var(--line); border-radius: 4px; white-space: pre-wrap; }
.text { white-space: pre-wrap; }
bdi { white-space: pre-wrap; }
.skip { position: absolute; inset-inline-start: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--card); }
.skip:focus { top: .5rem; }
.run { margin: 0; color: var(--soft); font-size: .9rem; }
.state { padding: .6rem .9rem; border-inline-start: 4px solid var(--soft); background: var(--card); }
.state strong { margin-inline-end: .4rem; }
.state.published { border-color: var(--guard); }
.state.fallback, .state.failed { border-color: var(--warn); background: var(--warn-wash); }
.facts { margin: .75rem 0; font-size: .9rem; display: grid; gap: .15rem 1rem; }
.facts > div { display: grid; grid-template-columns: 6.5rem 1fr; gap: .5rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; min-width: 0; }
.facts ul { margin: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; padding: .6rem 0; margin: 1rem 0 0; list-style: none; font-size: .9rem; border-block: 1px solid var(--line); }
.statement, .call, .draft, .turn { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 1rem 1.1rem; margin: 0 0 1rem; }
.conclusion .statement { font-size: 1.1rem; }
.conclusion .statement > :not(.text) { font-size: 1rem; }
.negative, .call.nothing { border-style: dashed; }
.marks { list-style: none; padding: 0; margin: .75rem 0; display: grid; gap: .35rem; font-size: .85rem; line-height: 1.45; }
.marks li { display: grid; grid-template-columns: 8.5rem 1fr; padding: .3rem .6rem; border-inline-start: 3px solid; }
.marks .says { font-weight: 650; }
.marks .why { grid-column: 2; }
.marks .citations { color: var(--guard); background: var(--guard-wash); }
.marks .meaning { color: var(--sense); background: var(--sense-wash); }
.marks .open { color: var(--warn); background: var(--warn-wash); }
.note, .none { color: var(--soft); font-size: .9rem; }
.basis { font-size: .9rem; color: var(--soft); }
.rests h4 { margin-bottom: .1rem; }
.citations-list, .items, .violations { list-style: none; padding: 0; }
.citations-list > li, .items > li, .violations > li { border-top: 1px solid var(--line); padding: .6rem 0; }
.citations-list > li:last-child, .items > li:last-child, .violations > li:last-child { padding-bottom: 0; }
.citations-list, .items, .violations { margin-bottom: 0; }
.statement > :last-child, .call > :last-child, .draft > :last-child, .turn > :last-child { margin-bottom: 0; }
.violations > li p { margin: 0; }
.quote { margin: 0 0 .35rem; }
blockquote { margin: .5rem 0; padding: .6rem .9rem; background: var(--page); border-inline-start: 3px solid var(--line); font-size: .95rem; }
mark { background: var(--mark); color: var(--mark-ink); padding: .05em 0; border-radius: 2px; }
summary { cursor: pointer; padding: .15rem 0; font-size: .9rem; color: var(--soft); }
summary .name { color: var(--ink); }
summary:hover { color: var(--ink); }
.to-call { font-size: .85rem; }
.flag { display: inline-block; font-size: .8rem; line-height: 1.4; padding: 0 .4rem; border: 1px solid var(--warn); color: var(--warn); border-radius: 3px; }
.raw, .message { margin: .25rem 0; }
.raw:first-of-type { margin-top: .75rem; }
.kind { font-weight: 400; }
@media (max-width: 30rem) {
  main { padding: 1rem .75rem 3rem; }
  h1 { font-size: 1.35rem; }
  .statement, .call, .draft, .turn { padding: .8rem; }
  .facts > div { grid-template-columns: 5rem 1fr; }
  .marks li { grid-template-columns: 1fr; }
  .marks .why { grid-column: 1; }
}
@media print {
  :root {
  color-scheme: light;${light}
  --page: #ffffff; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  nav, .skip, .to-call { display: none; }
  a { color: inherit; }
  .statement, .call, .draft, .turn { break-inside: auto; }
  h2, h3, summary { break-after: avoid; }
  details:not(.raw, .message)::details-content { content-visibility: visible; block-size: auto; }
}
`
