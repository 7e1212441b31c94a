import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sendJson, startJsonServer } from '../../../eval/diagnosis/world/json-server.ts'
import { type ChatRequest, type Say, startScriptedModel } from '../../../eval/diagnosis/world/scripted-model.ts'
import type { LoopbackServer } from '../../../eval/loopback-server.ts'
import { lookUp as ask, honestDraft, submit } from '../workflow/script.ts'
import { type RunningMain, startMain } from './start-main.ts'

/** A reply whose shape the assertions tell. */
type Body = { readonly [key: string]: Body }

const folders: string[] = []
const running: RunningMain[] = []
const servers: LoopbackServer[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
  folders.push(folder)
  return folder
}
const start = async (environment: Readonly<Record<string, string>>) => {
  const main = await startMain(environment)
  running.push(main)
  return main
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((main) => main.end('SIGKILL')))
  await Promise.all(servers.splice(0).map((server) => server.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const json = async (url: string, init?: RequestInit) => {
  const reply = await fetch(url, init)
  return { status: reply.status, body: (await reply.json()) as Body }
}
const upload = (url: string, name: string, text: string) => {
  const body = new FormData()
  body.set('file', new Blob([text]), name)
  return json(`${url}/api/documents/upload`, { method: 'POST', body })
}
const lookUp = (url: string, id: string, query: string) =>
  json(`${url}/api/runs/r1/tools/lookup_knowledge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tool_call_id: id, query }),
  })

const diagnose = (url: string, asked: string) =>
  json(`${url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: asked, run_id: 'cut-off' }),
  })
/** The run, once its diagnosis has ended. */
const ended = async (url: string) => {
  const read = async () => (await json(`${url}/api/runs/cut-off`)).body
  let run = await read()
  while (String(run.state) === 'RUNNING') run = await read()
  return run
}
const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 30_000, interval: 20 })
/** How often the run's event went out. */
const announced = (folder: string) => {
  const file = join(folder, 'workflow', 'events.jsonl')
  if (!existsSync(file)) return 0
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"cut-off"')).length
}

/** A scripted model that never answers its second request: whoever made it can be ended meanwhile. */
async function heldModel(say: (nth: number, request: ChatRequest) => Say) {
  const script = await startScriptedModel(say)
  const { promise: held, resolve } = Promise.withResolvers<void>()
  let times = 0
  const door = await startJsonServer(async (path, body, response) => {
    times += 1
    if (times === 2) return resolve()
    const reply = await fetch(`${script.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
    sendJson(response, reply.status, await reply.json())
  })
  servers.push(script, door)
  return { url: door.url, held, asked: () => times }
}

const runbook =
  '# Turbine overspeed\n\nWhen the turbine overspeeds, close the governor valve and watch the rotor vibration until it is below 40 microns.\n'
const question = 'turbine overspeed governor valve'

describe('npm start', () => {
  test('goes on after kill -9 with the same documents, evidence and bytes', async () => {
    const DATA_DIR = newFolder()
    const first = await start({ DATA_DIR })
    const uploaded = await upload(first.url, 'turbine.md', runbook)
    expect(uploaded.status).toBe(201)
    const seen = await lookUp(first.url, 'c1', question)
    expect(seen.body.result?.evidence_status).toBe('EVIDENCE_FOUND')
    await first.end('SIGKILL')

    const second = await start({ DATA_DIR })
    const again = await lookUp(second.url, 'c1', question)
    expect(again.body.result).toEqual(seen.body.result)
    expect(again.body.harness).toMatchObject({ replayed: true, tool_calls_used: 1 })
    const searched = await lookUp(second.url, 'c2', question)
    expect(searched.body.result?.evidence).toEqual(seen.body.result?.evidence)
    expect((await json(`${second.url}/api/documents`)).body.documents).toEqual([uploaded.body])
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s', async (signal) => {
    const main = await start({ DATA_DIR: newFolder() })
    expect(await main.end(signal)).toBe(0)
  })

  test('shows a published diagnosis and a rejected forgery over the samples, then serves', async () => {
    const main = await start({ DATA_DIR: newFolder(), SAMPLES: 'on' })
    const printed = main.lines.join('\n')
    expect(printed).toMatch(/^question {3}\S/m)
    expect(printed).toMatch(/^verdict {4}PUBLISHED: citations verified/m)
    expect(printed).toMatch(/^forgery {4}REJECT: DOCUMENT_NOT_IN_EVIDENCE$/m)
    const page = /^page {7}(\S+)\/report$/m.exec(printed)?.[1] ?? ''
    expect((await json(page)).body).toMatchObject({ state: 'PUBLISHED', report: { model: 'extractive' } })
    expect(main.lines.at(-1)).toBe(`ready ${main.url}`)
  })

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'finishes a diagnosis that %s cut off, and asks for nothing again that was stored',
    async (signal) => {
      const DATA_DIR = newFolder()
      const model = await heldModel((turn, request) => (turn === 1 ? ask(question) : submit(honestDraft(request))))
      const environment = {
        DATA_DIR,
        DIAGNOSIS_MODEL: 'openai',
        OPENAI_BASE_URL: `${model.url}/v1`,
        OPENAI_MODEL: 'scripted',
      }
      const first = await start(environment)
      await upload(first.url, 'turbine.md', runbook)
      expect(await diagnose(first.url, question)).toEqual({
        status: 202,
        body: { run_id: 'cut-off', state: 'RUNNING' },
      })
      await model.held
      const before = (await json(`${first.url}/api/runs/cut-off`)).body
      expect(before).toMatchObject({ state: 'RUNNING', report: null, turns: [{ n: 1 }] })
      expect(await first.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null)

      const second = await start(environment)
      const run = await ended(second.url)
      expect(run).toMatchObject({ state: 'PUBLISHED', report: { question, citations_verified: true } })
      expect(run.turns).toMatchObject([before.turns?.[0] ?? {}, { n: 2 }])
      expect(run.invocations).toEqual(before.invocations)
      // The turn that was cut is asked for once more, the one that was stored is not.
      expect(model.asked()).toBe(3)
      await until(() => announced(DATA_DIR) >= 1)
    },
    60_000,
  )

  test('writes no second report after a kill between the report and the end of its execution: its event goes out again', async () => {
    const DATA_DIR = newFolder()
    const first = await start({ DATA_DIR })
    await upload(first.url, 'turbine.md', runbook)
    await diagnose(first.url, question)
    const { report } = await ended(first.url)
    await until(() => announced(DATA_DIR) === 1)
    await first.end('SIGKILL')
    // What such a kill leaves behind: the execution is still there.
    const execution = join(DATA_DIR, 'workflow', 'executions', 'cut-off.json')
    writeFileSync(execution, JSON.stringify({ run_id: 'cut-off', caller: 'local' }))

    const second = await start({ DATA_DIR })
    await until(() => announced(DATA_DIR) === 2 && !existsSync(execution))
    expect(report).toMatchObject({ question, status: 'PUBLISHED' })
    expect(JSON.stringify((await ended(second.url)).report)).toBe(JSON.stringify(report))
  }, 60_000)

  test('does not bring back a sample that was withdrawn', async () => {
    const DATA_DIR = newFolder()
    const first = await start({ DATA_DIR, SAMPLES: 'on' })
    const { documents } = (await json(`${first.url}/api/documents?limit=100`)).body
    const sample = Object.values(documents ?? {}).find((d) => String(d.filename) === 'gateway-timeout.md')
    const withdrawn = await json(`${first.url}/api/documents/${sample?.doc_id}`, { method: 'DELETE' })
    expect(withdrawn.status).toBe(200)
    await first.end('SIGTERM')

    const second = await start({ DATA_DIR, SAMPLES: 'on' })
    expect((await json(`${second.url}/api/documents/${sample?.doc_id}`)).status).toBe(404)
  })

  test('says how to choose another port when its own is taken', async () => {
    const main = await start({ DATA_DIR: newFolder() })
    const PORT = new URL(main.url).port
    await expect(startMain({ DATA_DIR: newFolder(), PORT })).rejects.toThrow(/choose another PORT/)
  })

  test('refuses a data folder that another stack uses, and says which', async () => {
    const DATA_DIR = newFolder()
    await start({ DATA_DIR })
    await expect(startMain({ DATA_DIR })).rejects.toThrow(/in use by another local stack/)
  })

  test.each([
    ['PORT', 'seventy'],
    ['SAMPLES', 'perhaps'],
    ['PYRAG_BASE_URL', 'ftp://example.org'],
    ['KNOWLEDGE_ENGINE', 'elastic'],
    ['KNOWLEDGE_ENGINE', 'bedrock-kb'],
    ['RETURN_N', '-1'],
    ['PRECISE_THRESHOLD', '1.5'],
    ['GUARD_REQUIRE_QUOTES', 'yes'],
  ])('names %s when its value is not valid', async (name, value) => {
    await expect(startMain({ DATA_DIR: newFolder(), [name]: value })).rejects.toThrow(new RegExp(`\\b${name}\\b`))
  })

  test('passes its own environment on to the functions', async () => {
    const main = await start({ DATA_DIR: newFolder(), RUN_TOOL_CALL_BUDGET: '1', GUARD_REQUIRE_QUOTES: 'true' })
    const answer = await lookUp(main.url, 'c1', question)
    expect(answer.body.harness).toMatchObject({ tool_calls_budget: 1, stop_required: true })
  })
})
