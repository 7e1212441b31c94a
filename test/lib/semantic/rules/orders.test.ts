import { describe, expect, test } from 'vitest'
import type { DiagnosisDraft } from '../../../../lib/contract/draft.ts'
import type { EvidenceSnapshot } from '../../../../lib/contract/verdict.ts'
import { judgeDraft } from '../../../../lib/semantic/judge-draft.ts'

const english =
  "Clients wait for exactly the gateway's read limit (60 s by default). Take the slow instance out of rotation."
const chinese = '先把慢实例摘除，再检查网关的超时设置。'

/** The judgement of one action that builds on one observation of the excerpt. */
function judged(text: string, excerpt = english) {
  const item = { document_id: 'a#chunk-1', source: null, title: null, breadcrumb: null, excerpt, cut: false }
  const draft: DiagnosisDraft = {
    analysis: [
      { id: 'a1', kind: 'NORMAL', text: excerpt, tool_call_ids: ['c1'], document_ids: ['a#chunk-1'], quotes: [] },
    ],
    conclusion: null,
    action_plan: [{ id: 'p1', text, based_on_analysis_ids: ['a1'] }],
    limitations: ['One text.'],
  }
  const snapshot: EvidenceSnapshot = {
    invocations: [
      {
        tool_call_id: 'c1',
        tool: 'lookup_knowledge',
        origin: 'searched',
        query: 'q',
        evidence_status: 'EVIDENCE_FOUND',
        relevance_level: 'PRECISE',
        truncated: false,
        projection_sha256: 'x',
        items: [item],
      },
    ],
    analyses: [
      { analysis_id: 'a1', kind: 'NORMAL', references: [{ tool_call_id: 'c1', document_ids: ['a#chunk-1'] }] },
    ],
  }
  return judgeDraft(draft, snapshot).find(({ statement }) => statement === '/action_plan/0')
}

describe('an action that orders what no evidence speaks of', () => {
  test.each([
    ['Restart the gateway.'],
    ['Delete the gateway.'],
    ["Raise the gateway's read limit."],
    ['Take the slow instance out of rotation; restart the gateway.'],
    ['Take the slow instance out of rotation and delete the gateway.'],
  ])('is reported: %s', (text) => {
    expect(judged(text)).toMatchObject({ verdict: 'UNSUPPORTED' })
  })

  test('is reported in Chinese', () => {
    expect(judged('删除网关。', chinese)).toMatchObject({ verdict: 'UNSUPPORTED' })
  })

  test.each([
    ['Take the slow instance out of rotation.', english],
    ['Wait for the read limit of the gateway.', english],
    ['Inspect the read limit of the gateway.', english],
    ['查看网关的超时设置。', chinese],
    ['检查网关的超时设置。', chinese],
    ['先把慢实例摘除，再检查网关的超时设置。', chinese],
  ])('stays silent for %s', (text, excerpt) => {
    expect(judged(text, excerpt)).toMatchObject({ verdict: 'SUPPORTED' })
  })
})
