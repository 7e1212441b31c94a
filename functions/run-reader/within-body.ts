import { type RunPart, type RunView, runParts } from '../../lib/contract/run.ts'
import { countBytes } from '../../lib/text/cut-text.ts'

/**
 * The view of a run within a body's limit: over it parts are left out, the least needed first, and a mark says which (spec 08).
 * @param maxBytes of the body as the JSON string that it is in a function's answer: that is what Lambda carries
 */
export function withinBody(view: RunView, maxBytes: number): RunView {
  let fitting = view
  for (let left = 1; left <= runParts.length && bytesOf(fitting) > maxBytes; left += 1) {
    const left_out = runParts.slice(0, left)
    fitting = { ...left_out.reduce((rest, part) => without[part](rest), view), cut: true, left_out }
  }
  return fitting
}

const bytesOf = (view: RunView) => countBytes(JSON.stringify(JSON.stringify(view)))

const without: Readonly<Record<RunPart, (view: RunView) => RunView>> = {
  audits: (view) => ({ ...view, invocations: view.invocations.map((call) => ({ ...call, audit: [] })) }),
  messages: (view) => ({ ...view, turns: view.turns.map((turn) => ({ ...turn, messages: [] })) }),
  drafts: (view) => ({
    ...view,
    turns: view.turns.map(({ draft: _, ...turn }) => turn),
    drafts: view.drafts.map((rejected) => ({ ...rejected, draft: null })),
  }),
  views: (view) => ({ ...view, invocations: view.invocations.map((call) => ({ ...call, result: null })) }),
  turns: (view) => ({ ...view, turns: [] }),
  violations: (view) => ({ ...view, drafts: [] }),
  snapshot: (view) => ({ ...view, report: view.report === null ? null : { ...view.report, snapshot: null } }),
}
