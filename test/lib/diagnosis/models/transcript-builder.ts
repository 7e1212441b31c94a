// Transcripts and tools as the workflow makes them, as far as an adapter can tell.
import type { EvidenceItem, RagToolResult } from '../../../../lib/contract/rag-tool-result.ts'
import type { ModelMessage, ModelToolCall } from '../../../../lib/contract/turn.ts'
import type { ModelRequest, ModelTool } from '../../../../lib/diagnosis/model-port.ts'

/** The fixed time of these tests, epoch ms. */
export const now = () => 1_800_000_000_000

export const lookupTool: ModelTool = {
  name: 'lookup_knowledge',
  description: 'Searches the knowledge base.',
  inputSchema: { type: 'object', properties: { query: { type: 'string', maxLength: 1000 } }, required: ['query'] },
}
export const submitTool: ModelTool = {
  name: 'submit_diagnosis',
  description: 'Hands in the draft.',
  inputSchema: {
    type: 'object',
    properties: { analysis: { type: 'array' }, conclusion: { type: ['object', 'null'] } },
  },
}

export const system = (text = 'You diagnose.'): ModelMessage => ({ role: 'system', text })
export const user = (text: string): ModelMessage => ({ role: 'user', text })
export const assistant = (text: string | null, ...calls: readonly ModelToolCall[]): ModelMessage => ({
  role: 'assistant',
  text,
  tool_calls: [...calls],
})
export const tool = (id: string, text: string): ModelMessage => ({ role: 'tool', tool_call_id: id, text })
export const call = (id: string, name: string, args: unknown): ModelToolCall => ({
  id,
  name,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
})
export const lookup = (id: string, query: string) => call(id, 'lookup_knowledge', { query })

export const request = (messages: readonly ModelMessage[], part: Partial<ModelRequest> = {}): ModelRequest => ({
  messages,
  tools: [lookupTool, submitTool],
  requestId: 'req-1',
  deadline: now() + 60_000,
  ...part,
})

export const question = 'Why does the gateway time out?'
export const opening = [system(), user(question)]

export const item = (part: Partial<EvidenceItem> = {}): EvidenceItem => ({
  document_id: 'gateway-md-1#chunk-0',
  source: 'gateway.md',
  title: 'Gateway timeouts',
  breadcrumb: 'Gateway timeouts > Causes',
  excerpt: 'The gateway times out because the upstream pool is exhausted.',
  ...part,
})

export const found = (toolCallId: string, items: readonly EvidenceItem[], part: Partial<RagToolResult> = {}): string =>
  JSON.stringify({
    evidence_status: items.length > 0 ? 'EVIDENCE_FOUND' : 'NO_EVIDENCE',
    tool_call_id: toolCallId,
    query: question,
    evidence: items,
    returned_count: items.length,
    relevance_level: items.length > 0 ? 'PRECISE' : null,
    truncated: false,
    ...part,
  })
export const failed = (toolCallId: string, code = 'E_KNOWLEDGE_UNAVAILABLE'): string =>
  JSON.stringify({ tool_call_id: toolCallId, error: { code, message: 'It failed.' } })

export const resultOf = (view: string): RagToolResult => JSON.parse(view)
