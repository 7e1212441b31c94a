// Words for scripted models: look up, hand in, and what was shown so far.
import * as z from 'zod'
import type { ChatRequest, Say } from '../../../eval/diagnosis/world/scripted-model.ts'
import { ragToolResult } from '../../../lib/contract/rag-tool-result.ts'

export const lookUp = (...queries: readonly string[]): Say => ({
  calls: queries.map((query) => ({ name: 'lookup_knowledge', arguments: { query } })),
})

export const submit = (draft: unknown): Say => ({ calls: [{ name: 'submit_diagnosis', arguments: draft }] })

/** The views that the model was shown, in order. */
export function viewsOf({ messages }: ChatRequest): z.infer<typeof ragToolResult>[] {
  return messages
    .filter((m) => m.role === 'tool')
    .flatMap((m) => {
      const view = ragToolResult.safeParse(JSON.parse(m.content ?? 'null'))
      return view.success ? [view.data] : []
    })
}

/** The errors that the model was told of. */
export function errorsOf({ messages }: ChatRequest): { tool_call_id: string; error: { code: string } }[] {
  const shape = z.object({ tool_call_id: z.string(), error: z.object({ code: z.string() }) })
  return messages
    .filter((m) => m.role === 'tool')
    .flatMap((m) => {
      const error = shape.safeParse(JSON.parse(m.content ?? 'null'))
      return error.success ? [error.data] : []
    })
}

export const toolsOf = ({ tools }: ChatRequest) => tools.map((tool) => tool.function.name).sort()

type Fields = Readonly<Record<string, unknown>>

/** One NORMAL analysis that quotes the first item shown, word for word; `over` changes the analysis. */
export function honestDraft(request: ChatRequest, over: Fields = {}, overDraft: Fields = {}): unknown {
  const view = viewsOf(request).find((v) => v.evidence.length > 0)
  const item = view?.evidence[0]
  const text = item?.excerpt ?? 'nothing'
  return {
    analysis: [
      {
        id: 'a1',
        kind: 'NORMAL',
        text,
        tool_call_ids: [view?.tool_call_id ?? 'none'],
        document_ids: [item?.document_id ?? 'none'],
        quotes: [{ document_id: item?.document_id ?? 'none', text }],
        ...over,
      },
    ],
    conclusion: { text, based_on_analysis_ids: ['a1'] },
    action_plan: [],
    limitations: ['Only runbooks were read.'],
    ...overDraft,
  }
}

/** A draft that says that nothing was found. */
export function negativeDraft(request: ChatRequest): unknown {
  return {
    analysis: viewsOf(request).map((view, i) => ({
      id: `a${i + 1}`,
      kind: 'NEGATIVE_OBSERVATION',
      text: `Nothing was found about: ${view.query}`,
      tool_call_ids: [view.tool_call_id],
      document_ids: [],
      quotes: [],
    })),
    conclusion: null,
    action_plan: [],
    limitations: ['The knowledge base has nothing about this.'],
  }
}
