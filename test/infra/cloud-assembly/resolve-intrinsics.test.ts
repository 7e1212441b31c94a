import { describe, expect, test } from 'vitest'
import { physicalNames } from '../../../infra/cloud-assembly/physical-names.ts'
import { resolveIntrinsics } from '../../../infra/cloud-assembly/resolve-intrinsics.ts'

const lookUp = physicalNames(
  new Map([
    ['Table', { type: 'AWS::DynamoDB::GlobalTable', name: 'table-1' }],
    ['Fn', { type: 'AWS::Lambda::Function', name: 'search-tool' }],
    ['Queue', { type: 'AWS::SQS::Queue', name: 'q' }],
    ['Other', { type: 'AWS::Other::Thing', name: 'thing' }],
  ]),
)
const resolve = (value: unknown) => resolveIntrinsics(value, lookUp)
const account = 'us-east-1:000000000000'

describe('intrinsic functions', () => {
  test.each([
    ['a reference', { Ref: 'Table' }, 'table-1'],
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['the ARN of a function', { 'Fn::GetAtt': ['Fn', 'Arn'] }, `arn:aws:lambda:${account}:function:search-tool`],
    ['the address of a queue', { Ref: 'Queue' }, 'https://sqs.us-east-1.amazonaws.com/000000000000/q'],
    ['another attribute', { 'Fn::GetAtt': ['Other', 'Id'] }, 'thing.Id'],
    ['a join', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/table-1'],
    [
      'a substitution',
      { 'Fn::Sub': `\${AWS::Partition}-\${Fn.Arn}-\${!Kept}` },
      `aws-${lookUp({ target: 'Fn', attribute: 'Arn' })}-\${Kept}`,
    ],
    ['a part', { 'Fn::Select': ['1', { 'Fn::Split': [':', { 'Fn::Join': [':', ['a', 'b']] }] }] }, 'b'],
  ])('%s', (_, value, expected) => {
    expect(resolve(value)).toBe(expected)
    expect(resolve({ deep: [{ value }] })).toEqual({ deep: [{ value: expected }] })
  })

  test('what is none stays as it is', () => {
    expect(resolve({ a: [1, null, true, 'Ref'] })).toEqual({ a: [1, null, true, 'Ref'] })
  })

  test.each([
    ['an unknown function', { 'Fn::ImportValue': 'x' }, 'Fn::ImportValue is not understood'],
    ['a reference to nothing', { Ref: 'Gone' }, 'Gone is no resource'],
  ])('%s is refused', (_, value, message) => {
    expect(() => resolve(value)).toThrow(message)
  })
})
