import { describe, expect, test } from 'vitest'
import { describeSearchEngine } from '../../../infra/local/describe-search-engine.ts'

const base = { KNOWLEDGE_ENGINE: 'bedrock-kb', BEDROCK_KNOWLEDGE_BASE_ID: 'KB01234567' }
const identity = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }

describe('what answers searches locally', () => {
  test.each([{}, { KNOWLEDGE_ENGINE: '' }, { KNOWLEDGE_ENGINE: 'py-rag' }])(
    'is the knowledge service for %j',
    (environment) => {
      expect(describeSearchEngine(environment)).toBeNull()
    },
  )

  test('is a knowledge base of AWS for who has an identity there', () => {
    expect(describeSearchEngine({ ...base, ...identity })).toBe('knowledge base KB01234567, in eu-west-1')
  })

  test('is a stand-in by its address, which looks at no identity', () => {
    expect(describeSearchEngine({ ...base, AWS_ENDPOINT_URL_BEDROCK_AGENT_RUNTIME: 'http://127.0.0.1:1' })).toBe(
      'knowledge base KB01234567, at http://127.0.0.1:1',
    )
  })

  test.each(Object.keys(identity))('without %s stops with a message that names it and none of the others', (name) => {
    const start = () => describeSearchEngine({ ...base, ...identity, [name]: '' })
    expect(start).toThrow(`and ${name} is not set`)
  })

  test('without any identity names all that is missing', () => {
    expect(() => describeSearchEngine(base)).toThrow('AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY are not set')
  })
})
