import { describe, expect, test } from 'vitest'
import { parseTraceHeader } from '../../../lib/aws/trace-header.ts'

const root = '1-5759e988-bd862e3fe1be46a994272793'
const parent = '53995c3f42cd8ad8'

describe('a tracing header', () => {
  test.each([
    [`Root=${root};Parent=${parent};Sampled=1`],
    [`Sampled=1; Parent=${parent}; Root=${root}`],
    [`Root=${root};Parent=${parent};Sampled=1;Lineage=a87bd80c:1|68fd508a:5|c512fbe3:2`],
    [`Self=1-67891234-12456789abcdef012345678f;Root=${root};Parent=${parent};Sampled=1`],
  ])('%s says where the trace goes on', (header) => {
    expect(parseTraceHeader(header)).toEqual({ root, parent })
  })

  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['one that is not sampled', `Root=${root};Parent=${parent};Sampled=0`],
    ['one whose sampling is asked for', `Root=${root};Parent=${parent};Sampled=?`],
    ['one without a parent', `Root=${root};Sampled=1`],
    ['one without a root', `Parent=${parent};Sampled=1`],
    ['a root of another form', `Root=${root}x;Parent=${parent};Sampled=1`],
    ['a parent of another form', `Root=${root};Parent="${parent}";Sampled=1`],
    ['nonsense', ';;=;Sampled=1;Root'],
  ])('%s says nothing', (_, header) => {
    expect(parseTraceHeader(header)).toBeNull()
  })
})
