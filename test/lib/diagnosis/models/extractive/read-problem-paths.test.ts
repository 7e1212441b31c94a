import { describe, expect, test } from 'vitest'
import { readProblemPaths } from '../../../../../lib/diagnosis/models/extractive/read-problem-paths.ts'
import { repairPrompt } from '../../../../../lib/diagnosis/render-prompt.ts'

const problem = (code: string, path: string) => ({ code, path, message: 'Wrong {.', hint: 'Mend it }.' })

describe('the problems of a repair message', () => {
  test.each(['en', 'zh'] as const)('are read from the prompt of the workflow (%s)', (language) => {
    const problems = [problem('QUOTE_NOT_IN_EVIDENCE', '/analysis/0/quotes/0'), problem('UNSUPPORTED', '/conclusion')]
    expect(readProblemPaths(repairPrompt(language, { problems, unlisted: 0 }))).toEqual([
      '/analysis/0/quotes/0',
      '/conclusion',
    ])
  })

  test('are read from one object that lists them, on one line or on many, in a fence or behind other JSON', () => {
    const listed = {
      violations: [problem('ANALYSIS_UNCITED', '/analysis/1')],
      semantic: [
        { statement: '/analysis/2', verdict: 'OVERSTATED', reason: 'x', words: ['never'] },
        { statement: '/analysis/3', verdict: 'SUPPORTED', reason: 'x', words: [] },
      ],
    }
    const paths = ['/analysis/1', '/analysis/2']
    expect(readProblemPaths(`Repair {this}:\n${JSON.stringify(listed)}`)).toEqual(paths)
    expect(readProblemPaths(`Repair:\n\`\`\`json\n${JSON.stringify(listed, null, 2)}\n\`\`\`\nNow.`)).toEqual(paths)
    expect(readProblemPaths(`Schema:\n${JSON.stringify({ type: 'object' })}\n${JSON.stringify(listed)}`)).toEqual(paths)
  })

  test.each([
    '',
    'Please repair it.',
    '{"violations": [',
    '{"violations": []}',
    '{"tool_call_id":"c3-7f3a","error":{"code":"DRAFT_REJECTED","message":"x"}}',
    '{"code": 5, "path": "/analysis/0"}',
    '[]\nnull\n5',
  ])('are none in %j', (message) => {
    expect(readProblemPaths(message)).toBeNull()
  })
})
