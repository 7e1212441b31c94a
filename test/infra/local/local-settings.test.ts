import { describe, expect, it } from 'vitest'
import { embeddingOf, readLocalSettings } from '../../../infra/local/local-settings.ts'

describe('settings of the local stack', () => {
  it('has defaults for all that is needed; an empty variable counts as unset', () => {
    const settings = { PORT: 3000, DATA_DIR: '.local', SAMPLES: 'on' }
    expect(readLocalSettings({})).toEqual(settings)
    expect(readLocalSettings({ PORT: '', EMBEDDING_URL: '', EMBEDDING_MODEL: '' })).toEqual(settings)
  })

  it('has a dense stage when both its variables are given, and none when neither is', () => {
    const both = { EMBEDDING_URL: 'http://127.0.0.1:11434/v1', EMBEDDING_MODEL: 'bge-m3' }
    expect(embeddingOf(readLocalSettings(both))).toEqual({ url: 'http://127.0.0.1:11434/v1', model: 'bge-m3' })
    expect(embeddingOf(readLocalSettings({}))).toBeNull()
  })

  it.each([
    [{ PORT: '70000' }, 'PORT must be a port'],
    [{ PORT: '3e3' }, 'PORT must be a port'],
    [{ PYRAG_BASE_URL: 'py-rag' }, 'PYRAG_BASE_URL must be an http or https URL'],
    [{ DYNAMODB_ENDPOINT: 'ftp://x' }, 'DYNAMODB_ENDPOINT must be an http or https URL'],
    [{ SAMPLES: 'no' }, 'SAMPLES must be on or off'],
    [{ EMBEDDING_URL: 'http://127.0.0.1:1/v1' }, 'EMBEDDING_MODEL must be set with EMBEDDING_URL'],
    [{ EMBEDDING_MODEL: 'bge-m3' }, 'EMBEDDING_MODEL must be set with EMBEDDING_URL'],
    [{ EMBEDDING_URL: '127.0.0.1:1', EMBEDDING_MODEL: 'bge-m3' }, 'EMBEDDING_URL must be an http or https URL'],
    [
      { EMBEDDING_URL: 'http://a/v1', EMBEDDING_MODEL: 'm', PYRAG_BASE_URL: 'http://b' },
      'EMBEDDING_URL is for the embedded knowledge service',
    ],
  ])('refuses %j and names the variable', (environment, problem) => {
    expect(() => readLocalSettings(environment)).toThrow(problem)
  })
})
