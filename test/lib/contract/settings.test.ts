import { describe, expect, it } from 'vitest'
import { catalog } from '../../../functions/catalog.ts'
import {
  environmentOf,
  parameterNames,
  parameterSettings,
  readEnvironment,
  readsParameters,
  type SettingName,
  settings,
} from '../../../lib/contract/settings.ts'

/** Spec 08, "Configuration of the functions", by hand: variable, default as it would be written (null: unset). */
const table: ReadonlyMap<string, string | null> = new Map([
  ['KNOWLEDGE_ENGINE', 'py-rag'],
  ['RETRIEVAL_MODE', 'hybrid'],
  ['RETRIEVAL_TOP_K', '20'],
  ['RETURN_N', '5'],
  ['MAX_CHUNKS_PER_DOCUMENT', '2'],
  ['PRECISE_THRESHOLD', '0.75'],
  ['REFERENCE_THRESHOLD', '0.5'],
  ['CONTEXT_CHAR_BUDGET', '4000'],
  ['KB_SCOPE', null],
  ['CATEGORY_POLICY', null],
  ['PYRAG_CONNECT_TIMEOUT_MS', '3000'],
  ['PYRAG_SEARCH_TIMEOUT_MS', '5000'],
  ['PYRAG_INGEST_TIMEOUT_MS', '30000'],
  ['INGEST_INLINE_TIMEOUT_MS', '20000'],
  ['PYRAG_DEFAULT_TIMEOUT_MS', '10000'],
  ['PYRAG_CREDENTIAL_SECRET', null],
  ['LEDGER_TTL_SECONDS', '86400'],
  ['AUDIT_TTL_SECONDS', '2592000'],
  ['RUN_TOOL_CALL_BUDGET', '8'],
  ['RUN_NO_GAIN_LIMIT', '2'],
  ['GUARD_REQUIRE_QUOTES', 'false'],
  ['PROJECTION_MAX_ITEMS', '8'],
  ['PROJECTION_MAX_EXCERPT_CHARS', '1200'],
  ['PROJECTION_MAX_QUERY_CHARS', '500'],
  ['PROJECTION_MAX_BYTES', '16384'],
  ['INGEST_RETRY_DELAY_SECONDS', '30'],
  ['INGEST_MAX_AGE_SECONDS', '86400'],
  ['MESSAGE_LOCALE', 'en'],
  ['RUN_MAX_TURNS', '8'],
  ['RUN_MAX_REPAIRS', '2'],
  ['DIAGNOSIS_MODEL', 'extractive'],
  ['BEDROCK_MODEL_ID', null],
  ['BEDROCK_KNOWLEDGE_BASE_ID', null],
  ['OPENAI_BASE_URL', null],
  ['OPENAI_MODEL', null],
  ['OPENAI_API_KEY_SECRET', null],
  ['MODEL_TIMEOUT_MS', '60000'],
])

const isSetting = (name: string): name is SettingName => Object.hasOwn(settings, name)
const read = (name: SettingName, value?: string): unknown =>
  readEnvironment(environmentOf(name), value === undefined ? {} : { [name]: value })[name]

function complaintOf(name: SettingName, value: string): string {
  try {
    read(name, value)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error(`${name} took ${value}`)
}

const names = Object.keys(settings).filter(isSetting)
const thresholds: readonly SettingName[] = ['PRECISE_THRESHOLD', 'REFERENCE_THRESHOLD']
/** Numbers that would break something above this: items of the ledger (400 KB), Lambda's time, dates, a state machine's history. */
const bounds: ReadonlyMap<string, number> = new Map([
  ['PROJECTION_MAX_ITEMS', 50],
  ['PROJECTION_MAX_QUERY_CHARS', 4000],
  ['PROJECTION_MAX_BYTES', 32_768],
  ['RUN_TOOL_CALL_BUDGET', 100],
  ['RUN_MAX_TURNS', 100],
  ['RUN_MAX_REPAIRS', 10],
  ['LEDGER_TTL_SECONDS', 3_153_600_000],
  ['AUDIT_TTL_SECONDS', 3_153_600_000],
  ['INGEST_RETRY_DELAY_SECONDS', 3_153_600_000],
  ['INGEST_MAX_AGE_SECONDS', 3_153_600_000],
  ['SETTINGS_MAX_AGE_SECONDS', 3_153_600_000],
  ['DIAGNOSIS_TIMEOUT_SECONDS', 31_536_000],
  ['PYRAG_CONNECT_TIMEOUT_MS', 900_000],
  ['PYRAG_SEARCH_TIMEOUT_MS', 900_000],
  ['PYRAG_INGEST_TIMEOUT_MS', 900_000],
  ['PYRAG_DEFAULT_TIMEOUT_MS', 900_000],
  ['INGEST_INLINE_TIMEOUT_MS', 900_000],
  ['MODEL_TIMEOUT_MS', 900_000],
])
/** The variables whose default in the specification is a number and no threshold. */
const counts = [...table].flatMap(([name, value]) =>
  isSetting(name) && value !== null && /^\d+$/.test(value) ? [name] : [],
)

describe('the default', () => {
  it.each([...table])('of %s is %s', (name, value) => {
    expect(isSetting(name) && settings[name].default).toBe(value)
  })

  it('holds when the variable is unset or empty', () => {
    expect(read('RETURN_N')).toBe(5)
    expect(read('RETURN_N', '')).toBe(5)
    expect(read('PRECISE_THRESHOLD', '')).toBe(0.75)
    expect(read('GUARD_REQUIRE_QUOTES', '')).toBe(false)
    expect(read('KB_SCOPE')).toBeUndefined()
    expect(read('KB_SCOPE', '')).toBeUndefined()
    expect(read('CATEGORY_POLICY', '')).toBeUndefined()
  })

  it.each(names.filter((name) => settings[name].default !== null))('of %s is valid itself', (name) => {
    expect(read(name)).toEqual(read(name, settings[name].default ?? ''))
  })
})

describe('a number', () => {
  it.each(counts)('%s may be any positive integer, up to its bound', (name) => {
    const bound = bounds.get(name) ?? Number.MAX_SAFE_INTEGER
    expect(read(name, '1')).toBe(1)
    expect(read(name, '7')).toBe(7)
    expect(read(name, String(bound))).toBe(bound)
  })

  it('has a bound exactly where something would break above it', () => {
    const bounded = names.flatMap((name) => ('max' in settings[name] ? [[name, settings[name].max]] : []))
    expect(new Map(bounded as [string, number][])).toEqual(bounds)
  })

  it.each([...bounds])(
    '%s may not be over %d, and the error names the bound, not a form that it has',
    (name, bound) => {
      for (const value of [String(bound + 1), '1000000000000', '9'.repeat(400)]) {
        const complaint = isSetting(name) ? complaintOf(name, value) : ''
        expect(complaint).toContain(`${name} must be at most ${bound}`)
        expect(complaint).not.toContain('positive integer')
      }
      expect(isSetting(name) && settings[name].meaning).toContain(`At most ${bound}.`)
    },
  )

  it.each(counts)('%s may be nothing else, and the error names it without its value', (name) => {
    for (const value of [
      '0',
      '-1',
      '-70707',
      '1.5',
      '70707e3',
      '0x11',
      'SECRET',
      ' 7',
      '7 ',
      '7\n',
      'NaN',
      'Infinity',
      '٣',
      '１',
    ]) {
      const complaint = complaintOf(name, value)
      expect(complaint).toContain(name)
      if (value.length > 4) expect(complaint).not.toContain(value)
    }
  })

  it.each(thresholds)('%s may be anything from 0 to 1, both included', (name) => {
    for (const [text, value] of [
      ['0', 0],
      ['0.0', 0],
      ['0.333', 0.333],
      ['0.9999', 0.9999],
      ['1', 1],
      ['1.0', 1],
    ] as const) {
      expect(read(name, text)).toBe(value)
    }
  })

  it.each(thresholds)('%s may be nothing else', (name) => {
    for (const value of ['-0.1', '1.0001', '2', '75', '0,5', 'NaN', 'high', '1e-1', ' 0.5', '0.5\n']) {
      expect(complaintOf(name, value)).toContain(name)
    }
  })
})

describe('a choice', () => {
  it.each([
    ['KNOWLEDGE_ENGINE', 'py-rag'],
    ['KNOWLEDGE_ENGINE', 'bedrock-kb'],
    ['BEDROCK_KNOWLEDGE_BASE_ID', 'KB01234567'],
    ['RETRIEVAL_MODE', 'hybrid'],
    ['RETRIEVAL_MODE', 'semantic'],
    ['MESSAGE_LOCALE', 'en'],
    ['MESSAGE_LOCALE', 'zh-CN'],
    ['DIAGNOSIS_MODEL', 'extractive'],
    ['DIAGNOSIS_MODEL', 'bedrock'],
    ['DIAGNOSIS_MODEL', 'openai'],
  ] as const)('%s may be %s', (name, value) => {
    expect(read(name, value)).toBe(value)
  })

  it.each([
    ['KNOWLEDGE_ENGINE', 'elastic'],
    ['BEDROCK_KNOWLEDGE_BASE_ID', 'KB0123456'],
    ['BEDROCK_KNOWLEDGE_BASE_ID', 'KB012345678'],
    ['BEDROCK_KNOWLEDGE_BASE_ID', 'KB/1234567'],
    ['RETRIEVAL_MODE', 'HYBRID'],
    ['RETRIEVAL_MODE', 'keyword'],
    ['MESSAGE_LOCALE', 'zh'],
    ['MESSAGE_LOCALE', 'constructor'],
    ['DIAGNOSIS_MODEL', 'gpt'],
    ['DIAGNOSIS_MODEL', 'Bedrock'],
    ['GUARD_REQUIRE_QUOTES', 'yes'],
    ['GUARD_REQUIRE_QUOTES', 'TRUE'],
    ['GUARD_REQUIRE_QUOTES', '1'],
  ] as const)('%s may not be %s, and the error names it without its value', (name, value) => {
    const complaint = complaintOf(name, value)
    expect(complaint).toContain(name)
    expect(complaint).not.toContain(`"${value}"`)
  })

  it('GUARD_REQUIRE_QUOTES is a truth value', () => {
    expect([read('GUARD_REQUIRE_QUOTES', 'true'), read('GUARD_REQUIRE_QUOTES', 'false')]).toEqual([true, false])
  })
})

describe('CATEGORY_POLICY', () => {
  it('is a JSON object from keyword to category', () => {
    expect(read('CATEGORY_POLICY', '{"gateway":"network","数据库":"database"}')).toEqual({
      gateway: 'network',
      数据库: 'database',
    })
    expect(read('CATEGORY_POLICY', '{}')).toEqual({})
  })

  it.each([
    'SECRET',
    '[]',
    'null',
    '"SECRET"',
    '{"SECRET":1}',
    '{"SECRET":""}',
    '{"":"SECRET"}',
    '{"SECRET":null}',
    '{"a":["SECRET"]}',
    '{SECRET',
  ])('is not %s, and the error names it without its value', (value) => {
    const complaint = complaintOf('CATEGORY_POLICY', value)
    expect(complaint).toContain('CATEGORY_POLICY')
    expect(complaint).not.toContain('SECRET')
  })
})

describe('an address', () => {
  it.each([
    ['PYRAG_BASE_URL', 'http://127.0.0.1:8000'],
    ['PYRAG_BASE_URL', 'https://rag.example.com'],
    ['OPENAI_BASE_URL', 'http://127.0.0.1:8080/v1'],
    ['ORIGINALS_URL', 's3://bucket'],
    ['ORIGINALS_URL', 'file:///folder'],
    ['INGEST_QUEUE_URL', 'https://sqs.us-east-1.amazonaws.com/123456789012/queue'],
    ['INGEST_QUEUE_URL', 'file:///folder'],
  ] as const)('%s may be %s', (name, value) => {
    expect(read(name, value)).toBe(value)
  })

  it.each([
    ['PYRAG_BASE_URL', 'rag.SECRET.com'],
    ['PYRAG_BASE_URL', 'ftp://user:SECRET@rag'],
    ['PYRAG_BASE_URL', 'javascript:SECRET'],
    ['OPENAI_BASE_URL', 'SECRET/v1'],
    ['ORIGINALS_URL', 'https://SECRET'],
    ['ORIGINALS_URL', '/SECRET'],
    ['INGEST_QUEUE_URL', 's3://SECRET'],
  ] as const)('%s may not be %s, and the error names it without its value', (name, value) => {
    const complaint = complaintOf(name, value)
    expect(complaint).toContain(name)
    expect(complaint).not.toContain('SECRET')
  })
})

describe('an environment', () => {
  it.each([{}, { LEDGER_TABLE: '' }, { LEDGER_TABLE: undefined }])(
    'without a required variable is refused by its name: %j',
    (env) => {
      expect(() => readEnvironment(environmentOf('LEDGER_TABLE'), env)).toThrow(/LEDGER_TABLE is not set/)
    },
  )

  it('is told every variable that is wrong at once', () => {
    const wanted = environmentOf('LEDGER_TABLE', 'RETURN_N', 'PRECISE_THRESHOLD', 'MESSAGE_LOCALE')
    const read = () => readEnvironment(wanted, { RETURN_N: 'many', PRECISE_THRESHOLD: '7', MESSAGE_LOCALE: 'en' })
    expect(read).toThrow(/LEDGER_TABLE/)
    expect(read).toThrow(/RETURN_N/)
    expect(read).toThrow(/PRECISE_THRESHOLD/)
    expect(read).not.toThrow(/MESSAGE_LOCALE/)
  })

  it('gives the variables that were named, and sees no other', () => {
    const env = { RETURN_N: '3', PRECISE_THRESHOLD: 'wrong', AWS_SECRET_ACCESS_KEY: 'x' }
    expect(readEnvironment(environmentOf('RETURN_N', 'RETRIEVAL_TOP_K'), env)).toEqual({
      RETURN_N: 3,
      RETRIEVAL_TOP_K: 20,
    })
  })
})

describe('parameters', () => {
  it('are the address, limits, mode and thresholds of the knowledge service, and nothing that names a grant', () => {
    expect(parameterNames(names).sort()).toEqual(
      [
        'PYRAG_BASE_URL',
        'PYRAG_CONNECT_TIMEOUT_MS',
        'PYRAG_SEARCH_TIMEOUT_MS',
        'PYRAG_INGEST_TIMEOUT_MS',
        'PYRAG_DEFAULT_TIMEOUT_MS',
        'RETRIEVAL_MODE',
        'RETRIEVAL_TOP_K',
        'RETURN_N',
        'MAX_CHUNKS_PER_DOCUMENT',
        'PRECISE_THRESHOLD',
        'REFERENCE_THRESHOLD',
        'CONTEXT_CHAR_BUDGET',
        'KB_SCOPE',
        'CATEGORY_POLICY',
      ].sort(),
    )
  })

  it.each(Object.entries(catalog))('%s is told where they lie exactly if it reads one', (_, { environment }) => {
    const told = parameterSettings.filter((name) => environment.includes(name))
    expect(told).toEqual(readsParameters(environment) ? [...parameterSettings] : [])
  })
})
