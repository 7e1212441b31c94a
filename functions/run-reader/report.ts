// A run as a page for people, from the same view as its JSON.
import { parseInput } from '../../lib/contract/parse.ts'
import type { RunView } from '../../lib/contract/run.ts'
import { runPath } from '../../lib/contract/run-path.ts'
import { questionLanguage } from '../../lib/diagnosis/question-language.ts'
import type { Answer, Operation } from '../../lib/lambda/call.ts'
import { pageContentType, pageHeaders } from '../../lib/report/page-headers.ts'
import { renderPage } from '../../lib/report/render-page.ts'
import { type ViewPorts, viewRun } from './view-run.ts'

/** @throws Fault, as the route table says for `readReport`: JSON, like every fault */
export function createReport(ports: ViewPorts): Operation {
  return async (call) => {
    const { run_id } = parseInput(runPath, call.params)
    const view = await viewRun(ports, { runId: run_id, owner: call.owner, deadline: call.deadline })
    return pageOf(view)
  }
}

/** In the language of the question, under the page's policy. */
export function pageOf(view: RunView): Answer {
  const body = renderPage(view, questionLanguage(view.question ?? ''))
  return { status: 200, body, text: { contentType: pageContentType, headers: pageHeaders } }
}
