// The page of a run (spec 06): what it says, and that it says no more than is known.
import { describe, expect, test } from 'vitest'
import { violations } from '../../../lib/contract/violations.ts'
import { renderPage } from '../../../lib/report/render-page.ts'
import { elementOf, tagsOf, textOf } from './page-reader.ts'
import {
  fallback,
  fellBack,
  invocation,
  item,
  kept,
  open,
  published,
  rejected,
  report,
  review,
  semanticRow,
  stored,
  turn,
  violation,
} from './run-views.ts'

const page = (view = published()) => renderPage(view, 'en')

describe('a published run', () => {
  test('shows question, state, conclusion, statements, actions and limitations', () => {
    const text = textOf(page())
    for (const part of [
      'Why does the gateway answer 504?',
      'Published',
      'The cause is behind the gateway.',
      'If the p99 latency rose together with the 504 answers',
      'Compare the p99 latency with the day before.',
      'Only the runbooks were read.',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('without a conclusion says that the evidence does not carry one', () => {
    const draft = { ...report().draft, analysis: [], action_plan: [], limitations: [], conclusion: null }
    expect(textOf(elementOf(page(published({ report: report({ draft }) })), 'conclusion'))).toContain(
      'No conclusion: the evidence does not carry one.',
    )
  })

  test('opens the cited text under the statement, with the quote marked over its line end', () => {
    const analysis = elementOf(page(), 'analysis-1')
    expect(analysis).toContain('<details class="citation">')
    expect(analysis).toContain('<mark>the 504 answers,\nthe cause is behind the gateway</mark>, not in it.')
    expect(textOf(analysis)).toContain('c1-doc#chunk-1')
    expect(analysis).toContain('href="#call-1-text-1"')
  })

  test('shows what the report kept where the record says something else by now', () => {
    const changed = invocation('c1', { result: stored('c1', [item('c1-doc#chunk-1', { excerpt: 'Something else.' })]) })
    const text = page(published({ invocations: [changed] }))
    expect(elementOf(text, 'analysis-1')).toContain('<mark>the 504 answers,')
    expect(elementOf(text, 'call-1-text-1')).not.toContain('Something else.')
  })

  test('marks in the call what is cited there, by whom, and leaves closed what is not', () => {
    const result = stored('c1', [item('c1-doc#chunk-1'), item('other#chunk-1')])
    const text = page(published({ invocations: [invocation('c1', { result })] }))
    expect(elementOf(text, 'call-1-text-1')).toContain('<details class="item" open>')
    expect(elementOf(text, 'call-1-text-1')).toContain('<mark>')
    expect(elementOf(text, 'call-1-text-1')).toContain('href="#analysis-1"')
    expect(elementOf(text, 'call-1-text-2')).toContain('<details class="item">')
    expect(textOf(elementOf(text, 'call-1-text-2'))).toContain('Not cited')
  })

  test('does not mark in one statement what another quotes', () => {
    const base = report()
    const second = { ...base.draft?.analysis[0], id: 'a3', text: 'x', quotes: [] }
    const draft = { ...base.draft, analysis: [...(base.draft?.analysis ?? []), second] } as typeof base.draft
    const references = [{ tool_call_id: 'c1', document_ids: ['c1-doc#chunk-1'] }]
    const analyses = [...(base.snapshot?.analyses ?? []), { analysis_id: 'a3', kind: 'NORMAL' as const, references }]
    const snapshot = { invocations: base.snapshot?.invocations ?? [], analyses }
    const text = page(published({ report: report({ draft, snapshot }) }))
    expect(elementOf(text, 'analysis-3')).toContain('the 504 answers,')
    expect(elementOf(text, 'analysis-3')).not.toContain('<mark>')
  })

  test('links conclusion and actions to the statements that they build on', () => {
    expect(elementOf(page(), 'conclusion')).toContain('href="#analysis-1"')
    expect(elementOf(page(), 'action-1')).toContain('href="#analysis-1"')
  })

  test('says of a negative observation that it was searched and nothing found, with the query', () => {
    const analysis = textOf(elementOf(page(), 'analysis-2'))
    expect(analysis).toContain('Searched and found nothing: gateway certificates')
    expect(elementOf(page(), 'analysis-2')).toContain('href="#call-2"')
  })

  test('says when a quote is not in the stored text', () => {
    const snapshot = {
      invocations: [kept(stored('c1', [item('c1-doc#chunk-1', { excerpt: 'Other words.' })]))],
      analyses: report().snapshot?.analyses ?? [],
    }
    expect(textOf(elementOf(page(published({ report: report({ snapshot }) })), 'analysis-1'))).toContain(
      'This quote was not found in the stored text.',
    )
    expect(textOf(page())).not.toContain('This quote was not found')
  })

  test('labels the embedded default as no language model', () => {
    expect(textOf(page())).toContain('extractive (no language model: sentences taken from the evidence by fixed rules)')
    expect(textOf(page(published({ report: report({ model: 'qwen3-32b' }) })))).not.toContain('no language model')
  })
})

describe('two calls that found two documents each', () => {
  const one = (excerpt: string) => item('d1', { excerpt })
  const two = (excerpt: string) => item('d2', { excerpt })
  const calls = [stored('c1', [one('alpha beta'), two('alpha gamma')]), stored('c2', [one('alpha delta'), two('eps')])]
  const analysis = {
    id: 'a1',
    kind: 'NORMAL' as const,
    text: 'Alpha.',
    tool_call_ids: ['c1', 'c2'],
    document_ids: ['d1', 'd2'],
    quotes: [
      { document_id: 'd1', text: 'alpha' },
      { document_id: 'd2', text: 'gamma' },
    ],
  }
  const other = { ...analysis, id: 'a2', document_ids: ['d2'], quotes: [] }
  const text = page(
    published({
      report: report({
        draft: { analysis: [analysis, other], conclusion: null, action_plan: [], limitations: ['x'] },
        snapshot: {
          invocations: calls.map((call, i) =>
            kept(call, { items: call.evidence.map((e) => ({ ...e, cut: i === 1 && e.document_id === 'd1' })) }),
          ),
          analyses: [
            {
              analysis_id: 'a1',
              kind: 'NORMAL',
              references: [
                { tool_call_id: 'c1', document_ids: ['d1', 'd2'] },
                { tool_call_id: 'c2', document_ids: ['d1'] },
              ],
            },
            { analysis_id: 'a2', kind: 'NORMAL', references: [{ tool_call_id: 'c2', document_ids: ['d2'] }] },
          ],
        },
      }),
      invocations: calls.map((call) => invocation(call.tool_call_id, { result: call })),
    }),
  )
  const textsOf = (markup: string) => [...markup.matchAll(/<blockquote[^>]*>(.*?)<\/blockquote>/g)].map(([, t]) => t)

  test('show under a statement exactly the texts that it cites, each with the quotes of its document', () => {
    expect(textsOf(elementOf(text, 'analysis-1'))).toEqual([
      '<mark>alpha</mark> beta',
      'alpha <mark>gamma</mark>',
      '<mark>alpha</mark> delta',
    ])
    expect(textsOf(elementOf(text, 'analysis-2'))).toEqual(['eps'])
  })

  test('show in each call what was quoted of it, and by whom', () => {
    expect(textsOf(elementOf(text, 'calls'))).toEqual([
      '<mark>alpha</mark> beta',
      'alpha <mark>gamma</mark>',
      '<mark>alpha</mark> delta',
      'eps',
    ])
    const citedBy = (id: string) => [...elementOf(text, id).matchAll(/href="#(analysis-\d)"/g)].map(([, a]) => a)
    expect(['call-1-text-1', 'call-1-text-2', 'call-2-text-1', 'call-2-text-2'].map(citedBy)).toEqual([
      ['analysis-1'],
      ['analysis-1'],
      ['analysis-1'],
      ['analysis-2'],
    ])
  })

  test('mark as cut only the one that was', () => {
    const cut = ['call-1-text-1', 'call-1-text-2', 'call-2-text-1', 'call-2-text-2'].filter((id) =>
      elementOf(text, id).includes('This excerpt was cut'),
    )
    expect(cut).toEqual(['call-2-text-1'])
  })

  test('mark each quote where it stands, with the text before and between', () => {
    const excerpt = 'a one b two c'
    const quotes = ['one', 'two'].map((quote) => ({ document_id: 'd', text: quote }))
    const call = stored('c1', [item('d', { excerpt })])
    const shown = page(
      published({
        report: report({
          draft: { analysis: [{ ...analysis, quotes }], conclusion: null, action_plan: [], limitations: ['x'] },
          snapshot: {
            invocations: [kept(call)],
            analyses: [
              { analysis_id: 'a1', kind: 'NORMAL', references: [{ tool_call_id: 'c1', document_ids: ['d'] }] },
            ],
          },
        }),
      }),
    )
    expect(textsOf(elementOf(shown, 'analysis-1'))).toEqual(['a <mark>one</mark> b <mark>two</mark> c'])
  })
})

describe('a statement', () => {
  const draft = report().draft
  const shown = (over: Partial<NonNullable<typeof draft>>) =>
    page(published({ report: report({ draft: draft && { ...draft, ...over } }) }))

  test('whose evidence nothing keeps any more says so', () => {
    const snapshot = { invocations: [], analyses: [] }
    expect(textOf(elementOf(page(published({ report: report({ snapshot }) })), 'analysis-1'))).toContain(
      'The evidence behind this statement is no longer stored.',
    )
  })

  test('that builds on an analysis that is not there links to nothing and names nothing (P07)', () => {
    const text = shown({ conclusion: { text: 'x', based_on_analysis_ids: ['a1', 'a9-stale'] } })
    expect(elementOf(text, 'conclusion').match(/href=/g)).toHaveLength(1)
    expect(text).not.toContain('a9-stale')
  })
})

describe('honest marks', () => {
  const marked = (over: Parameters<typeof kept>[1]) => {
    const found = stored('c1', [item('c1-doc#chunk-1')])
    const snapshot = { invocations: [kept(found, over)], analyses: report().snapshot?.analyses ?? [] }
    const { origin = 'searched', truncated = false } = over ?? {}
    const call = invocation('c1', { origin, result: { ...found, truncated } })
    return page(published({ report: report({ snapshot }), invocations: [call] }))
  }

  test('none where there is nothing to say', () => {
    expect(page()).not.toContain('class="flag"')
  })

  test('an excerpt that was cut', () => {
    const text = marked({ items: [{ ...item('c1-doc#chunk-1'), cut: true }] })
    expect(textOf(elementOf(text, 'analysis-1'))).toContain('This excerpt was cut')
    expect(textOf(elementOf(text, 'call-1-text-1'))).toContain('This excerpt was cut')
  })

  test('a view that was truncated', () => {
    const text = marked({ truncated: true })
    expect(textOf(elementOf(text, 'analysis-1'))).toContain('This view was truncated')
    expect(textOf(elementOf(text, 'call-1'))).toContain('This view was truncated')
  })

  test('a result that the caller recorded', () => {
    const text = marked({ origin: 'recorded_by_caller' })
    expect(textOf(elementOf(text, 'analysis-1'))).toContain('Recorded by the caller')
    expect(textOf(elementOf(text, 'call-1'))).toContain('Recorded by the caller')
  })
})

describe('a call', () => {
  const call = (over: Parameters<typeof invocation>[1]) =>
    elementOf(page(open({ invocations: [invocation('c1', over)] })), 'call-1')

  test('that found nothing is no failure, and the other way round', () => {
    expect(textOf(call({ result: stored('c1', []) }))).toContain('Searched and found nothing')
    const error = { code: 'E_KNOWLEDGE_TIMEOUT', message: 'The knowledge service did not answer in time.' }
    const failed = textOf(call({ status: 'FAILED', result: null, error }))
    expect(failed).not.toContain('found nothing')
    expect(failed).toContain('Failed: this shows neither that there is evidence nor that there is none')
    expect(failed).toContain('E_KNOWLEDGE_TIMEOUT The knowledge service did not answer in time.')
  })

  test('that never finished says so', () => {
    expect(textOf(call({ status: 'UNFINISHED', origin: null, result: null }))).toContain('Never finished')
  })

  test('that has expired says so, and shows the audits that outlive it', () => {
    const expired = call({ status: 'UNFINISHED', expired: true, result: null, audit: [{ hits: 3 }] })
    expect(textOf(expired)).toContain('Expired: the record of this call is no longer stored')
    expect(textOf(expired)).toContain('"hits": 3')
  })

  test('that has expired, but was cited, shows what the report kept, even when nothing else is left of it', () => {
    for (const invocations of [[invocation('c1', { status: 'UNFINISHED', expired: true, result: null })], []]) {
      const text = page(published({ invocations }))
      expect(textOf(elementOf(text, 'call-1'))).toContain('shown is what the report kept of it')
      expect(elementOf(text, 'call-1-text-1')).toContain('<mark>')
      expect(textOf(elementOf(text, 'analysis-1'))).toContain('Expired')
    }
  })

  test('whose stored view was changed is shown as it stands, and as no evidence', () => {
    for (const result of ['{"cut', { ...stored('c1', [item('x')]), returned_count: 7 }]) {
      const text = call({ result })
      expect(textOf(text)).toContain('The stored view is not what was stored')
      expect(text).not.toContain('<blockquote')
    }
    expect(textOf(call({ result: '{"cut' }))).toContain('{"cut')
  })

  test('tells query, tool, grade, source and place', () => {
    const text = textOf(call({}))
    for (const part of [
      'Query',
      'query of c1',
      'Tool',
      'lookup_knowledge',
      'Grade',
      'PRECISE',
      'Source',
      'gateway-timeout.md',
      'Place',
      'Checks',
    ])
      expect(text).toContain(part)
  })

  test('that has expired and was recorded by the caller is still called so', () => {
    const snapshot = {
      invocations: [kept(stored('c1', [item('c1-doc#chunk-1')]), { origin: 'recorded_by_caller' })],
      analyses: report().snapshot?.analyses ?? [],
    }
    const expired = invocation('c1', { status: 'UNFINISHED', origin: null, expired: true, result: null })
    const text = page(published({ report: report({ snapshot }), invocations: [expired] }))
    expect(textOf(elementOf(text, 'call-1'))).toContain('Recorded by the caller')
  })

  test('has its view and its audits as JSON, folded', () => {
    const text = call({ audit: [{ attempt: '1', topScore: 0.83 }, { attempt: '2' }] })
    expect(text.match(/<details class="raw">/g)).toHaveLength(2)
    expect(textOf(text)).toContain('"evidence_status": "EVIDENCE_FOUND"')
    expect(textOf(text)).toContain('Audit (2 records)')
    expect(textOf(text)).toContain('"topScore": 0.83')
  })
})

describe('a run without a diagnosis', () => {
  test('that only has calls by API says so and shows them', () => {
    const text = page(open())
    expect(textOf(text)).toContain('No diagnosis was asked for, so there is no report.')
    expect(text).toContain('id="call-1"')
    expect(text).not.toContain('id="conclusion"')
  })

  test.each([
    ['RUNNING', 'The diagnosis is not finished.'],
    ['FAILED', 'The diagnosis stopped without a report.'],
  ] as const)('in state %s says so', (state, words) => {
    expect(textOf(page(published({ state, report: null })))).toContain(words)
  })

  test('is labelled with the model of its last turn', () => {
    const text = page(published({ state: 'RUNNING', report: null, turns: [turn(1, { model: 'qwen3-32b' })] }))
    expect(textOf(/<header[\s\S]*<\/header>/.exec(text)?.[0] ?? '')).toContain('qwen3-32b')
  })

  test('says how many calls it made and why it took no more', () => {
    const harness = { ...open().harness, stop_required: true, stop_reason: 'NO_GAIN' as const }
    expect(textOf(page(open({ harness })))).toContain('2 of 8 (stopped: nothing new was found)')
  })
})

describe('a fallback', () => {
  const text = page(fellBack())

  test('says why, in the words that were stored, and with the cause', () => {
    expect(textOf(elementOf(text, 'fallback'))).toContain(
      'No diagnosis could be verified. What was found stands below.',
    )
    expect(textOf(elementOf(text, 'fallback'))).toContain('REPAIRS_EXHAUSTED')
  })

  test('says why in words of its own when none were stored', () => {
    const view = fellBack({ report: fallback({ message: null, fallback_cause: 'TIMEOUT' }) })
    expect(textOf(elementOf(page(view), 'fallback'))).toContain('The time for this diagnosis ran out.')
  })

  test('shows what was found, open, and concludes nothing', () => {
    expect(elementOf(text, 'call-1-text-1')).toContain('<details class="item" open>')
    expect(text).not.toContain('id="conclusion"')
    expect(text).not.toContain('Citations verified')
  })

  test('lists what stopped the last draft: of the evidence guard, and of the semantic guard', () => {
    expect(textOf(elementOf(text, 'fallback'))).toContain('TOOL_CALL_UNKNOWN')
    const rows = [
      semanticRow('/analysis/0', {
        verdict: 'OVERSTATED',
        rule: 'strength',
        reason: 'It says more.',
        words: ['always'],
      }),
      semanticRow('/conclusion', { reason: 'this one passed' }),
    ]
    const semantic = page(fellBack({ report: fallback({ violations: [], semantic_review: review(rows) }) }))
    const listed = textOf(elementOf(semantic, 'fallback'))
    expect(listed).toContain('/analysis/0 Overstated (rules): It says more. Words at fault: always')
    expect(listed).not.toContain('this one passed')
  })
})

describe('rejected drafts', () => {
  test('show each violation: code, place, message, hint and what was cited', () => {
    const one = violation()
    const text = textOf(elementOf(page(fellBack()), 'draft-1'))
    for (const part of [one.code, one.path, one.message, one.hint, 'Cited as']) expect(text).toContain(part)
    expect(one.code in violations).toBe(true)
  })

  test('show the draft as it was handed in, JSON or not', () => {
    const texts = page(
      fellBack({ drafts: [rejected({ draft: 'Sorry, {"analysis": [' }), rejected({ draft: { a: [1] } })] }),
    )
    expect(textOf(elementOf(texts, 'draft-1'))).toContain('Sorry, {"analysis": [')
    expect(textOf(elementOf(texts, 'draft-2'))).toContain('{\n  "a": [\n    1\n  ]\n}')
  })

  test('show who judged, and that a judge was asked for and did not', () => {
    const row = semanticRow('/analysis/0', { verdict: 'UNSUPPORTED', rule: 'judge', reason: 'It says the opposite.' })
    const drafts = [
      rejected({ violations: [], semantic: review([row], { layer: 'judge', model: 'judge-model' }) }),
      rejected({ violations: [], semantic: review([{ ...row, rule: 'figures' }], { judge_unavailable: 'away' }) }),
    ]
    const text = page(fellBack({ drafts }))
    expect(textOf(elementOf(text, 'draft-1'))).toContain(
      '/analysis/0 Not supported by its evidence (judged by judge-model): It says the opposite.',
    )
    expect(textOf(elementOf(text, 'draft-1'))).not.toContain('was not available')
    expect(textOf(elementOf(text, 'draft-2'))).toContain('The model that should judge was not available')
  })

  test('that no guard got to see say why', () => {
    const refused = [{ code: 'STATEMENT_ADDED', path: '/analysis/3', message: 'It is new.', hint: 'Remove it.' }]
    const text = textOf(elementOf(page(fellBack({ drafts: [rejected({ violations: [], refused })] })), 'draft-1'))
    for (const part of ['STATEMENT_ADDED', '/analysis/3', 'It is new.', 'Remove it.']) expect(text).toContain(part)
  })

  test('that stopped the publication by what no guard got to see say so at the top', () => {
    const refused = [{ code: 'STATEMENT_ADDED', path: '/analysis/3', message: 'It is new.', hint: 'Remove it.' }]
    const alone = page(fellBack({ report: fallback({ violations: [], refused }) }))
    const top = textOf(elementOf(alone, 'fallback'))
    for (const part of ['What stopped the last draft', 'STATEMENT_ADDED', '/analysis/3', 'It is new.', 'Remove it.'])
      expect(top).toContain(part)
    const both = textOf(elementOf(page(fellBack({ report: fallback({ refused }) })), 'fallback'))
    for (const part of ['STATEMENT_ADDED', 'TOOL_CALL_UNKNOWN']) expect(both).toContain(part)
    const chinese = textOf(
      elementOf(renderPage(fellBack({ report: fallback({ violations: [], refused }) }), 'zh'), 'fallback'),
    )
    for (const part of ['最后一份草稿被拒绝的理由', 'STATEMENT_ADDED']) expect(chinese).toContain(part)
  })

  test('stand at the top only when a draft stopped the publication', () => {
    const top = textOf(elementOf(page(fellBack({ report: fallback({ violations: [] }), drafts: [] })), 'fallback'))
    expect(top).not.toContain('What stopped the last draft')
  })

  test('an id that leads nowhere stands in no part of the report but where violations are listed (P07)', () => {
    const view = fellBack({ invocations: [invocation('c1')], turns: [] })
    const text = page(view)
    const outside = [elementOf(text, 'fallback'), elementOf(text, 'draft-1')].reduce(
      (t, part) => t.replace(part, ''),
      text,
    )
    expect(text).toContain('c9-dead')
    expect(outside).not.toContain('c9-dead')
    const draft = report().draft
    const [first, ...others] = draft?.analysis ?? []
    if (draft === null || first === undefined) throw new Error('the sample has an analysis')
    const stale = {
      ...draft,
      analysis: [{ ...first, tool_call_ids: ['c1', 'c9-dead'], document_ids: ['gone#1'] }, ...others],
    }
    expect(page(published({ report: report({ draft: stale }) }))).not.toMatch(/c9-dead|gone#1/)
  })
})

describe('turns', () => {
  test('show what was told, said, asked and refused, and by which model', () => {
    const asked = turn(2, {
      model: 'qwen3-32b',
      messages: [
        { role: 'tool', tool_call_id: 'x1', text: '{"evidence_status":"NO_EVIDENCE"}' },
        { role: 'assistant', text: 'I will look.', tool_calls: [{ id: 'x2', name: 'shell', arguments: '{"cmd":' }] },
      ],
      lookups: [
        { tool_call_id: 'c1', provider_id: 'x1', query: 'disk full' },
        { tool_call_id: 'c7', provider_id: 'x3', query: 'not made' },
      ],
      refused: [{ tool_call_id: 'x2', error: { code: 'UNKNOWN_TOOL', message: 'There is no such tool.' } }],
    })
    const text = page(published({ turns: [turn(1), asked] }))
    const second = elementOf(text, 'turn-2')
    for (const part of [
      'qwen3-32b',
      '{"evidence_status":"NO_EVIDENCE"}',
      'I will look.',
      'shell',
      '{"cmd":',
      'disk full',
      'UNKNOWN_TOOL',
      'There is no such tool.',
    ])
      expect(textOf(second)).toContain(part)
    expect(second).toContain('<a href="#call-1">')
    expect(second.match(/<a /g)).toHaveLength(1)
    expect(elementOf(text, 'turn-1')).not.toContain('qwen3')
  })

  test('in which the model said nothing at all say so', () => {
    const silent = (text: string | null) => turn(1, { messages: [{ role: 'assistant', text, tool_calls: [] }] })
    for (const text of [null, '']) expect(textOf(page(published({ turns: [silent(text)] })))).toContain('No text.')
    expect(textOf(page())).not.toContain('No text.')
  })

  test('that end without a draft say why, and those that are asked again say so', () => {
    const last = turn(3, { next: 'FALLBACK', fallback_cause: 'MODEL_SILENT', lookups: [] })
    const text = page(published({ turns: [turn(2, { next: 'LOOKUPS', lookups: [] }), last] }))
    expect(textOf(elementOf(text, 'turn-2'))).toContain('is asked again')
    expect(textOf(elementOf(text, 'turn-3'))).toContain('The model handed in no diagnosis.')
  })
})

describe('the document', () => {
  const samples = [published(), open(), fellBack(), published({ invocations: [] })]

  test('has no script, no outside address, no form and one style sheet', () => {
    for (const text of samples.map((view) => page(view))) {
      const names = new Set(tagsOf(text).map((tag) => /^<\/?([a-z0-9]+)/.exec(tag)?.[1]))
      for (const name of ['script', 'img', 'link', 'iframe', 'form', 'input', 'object', 'base'])
        expect(names).not.toContain(name)
      expect(text.match(/<style>/g)).toHaveLength(1)
      expect(text).not.toMatch(/ (?:src|href|style|on\w+)="(?!#)/)
      expect(text).not.toMatch(/url\(|@import/)
    }
  })

  test('has each id once, and every link leads to one', () => {
    for (const text of samples.map((view) => page(view))) {
      const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const links = [...text.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id)
      expect(links.length).toBeGreaterThan(1)
      expect(links.filter((id) => !ids.includes(id))).toEqual([])
    }
  })

  test('closes every element that it opens', () => {
    const empty = ['<!doctype', '<meta']
    for (const text of samples.map((view) => page(view))) {
      const open: string[] = []
      for (const tag of tagsOf(text).filter((t) => !empty.some((e) => t.startsWith(e)))) {
        const name = /^<\/?([a-z0-9]+)/.exec(tag)?.[1] ?? ''
        if (tag.startsWith('</')) expect(open.pop()).toBe(name)
        else open.push(name)
      }
      expect(open).toEqual([])
    }
  })

  test('has one heading of the first order and skips no order', () => {
    for (const text of samples.map((view) => page(view))) {
      const orders = [...text.matchAll(/<h([1-6])/g)].map(([, order]) => Number(order))
      expect(orders.filter((order) => order === 1)).toHaveLength(1)
      for (const [i, order] of orders.entries()) expect(order - (orders[i - 1] ?? 0)).toBeLessThanOrEqual(1)
    }
  })

  test('speaks Chinese to who asked in Chinese', () => {
    const text = renderPage(published({ question: '网关为什么返回 504？' }), 'zh')
    expect(text).toContain('<html lang="zh">')
    expect(textOf(text)).toContain('引用已核实')
    expect(textOf(text)).toContain('已检索，未找到任何内容')
    expect(textOf(elementOf(text, 'analysis-2'))).not.toContain('Searched')
    expect(page()).toContain('<html lang="en">')
  })

  test('says of each text in which language it is, as far as its script tells', () => {
    const question = '网关为什么返回 504？'
    expect(page(published({ question }))).toContain(`<h1><bdi lang="zh">${question}</bdi></h1>`)
    expect(page()).toContain('<h1><bdi lang="en">')
    expect(page(published({ question: 'ゲートウェイが 504 を返す理由' }))).toContain('<h1><bdi lang="">')
  })
})
