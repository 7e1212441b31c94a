// The page of a run as people meet it: served by the gateway, in a real browser (spec 06, "Everything is replayable").
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pageOf } from '../../../functions/run-reader/report.ts'
import { type Gateway, startGateway } from '../../../infra/local/gateway.ts'
import type { RunView } from '../../../lib/contract/run.ts'
import { createLambda } from '../../../lib/lambda/create-lambda.ts'
import { hostileText } from '../../lib/hostile-text.ts'
import { lambdaContext } from '../../lib/lambda/events.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'
import { changed, everything } from '../../lib/report/hostile-views.ts'
import { published, report } from '../../lib/report/run-views.ts'
import {
  browserFlags,
  columnWidth,
  contrastOf,
  directionOf,
  elementsOf,
  focused,
  lightnessOf,
  scrollWidth,
  unfold,
} from './browser.ts'

const executablePath = '/usr/bin/chromium'
const noBrowser = !existsSync(executablePath)

describe.skipIf(noBrowser)('the page in Chromium (skipped where /usr/bin/chromium is absent)', () => {
  let browser: Browser
  let gateway: Gateway
  let view: RunView = published()
  const pages: Page[] = []

  beforeAll(async () => {
    const { telemetry } = recordedTelemetry()
    const handler = createLambda({ telemetry, operations: { readReport: async () => pageOf(view) } })
    gateway = await startGateway(0, (_, event) => handler(event, lambdaContext()))
    browser = await chromium.launch({ executablePath, args: browserFlags })
  })
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.context().close()))
  })
  afterAll(async () => {
    await browser?.close()
    await gateway?.close()
  })

  async function show(shown: RunView, options: BrowserContextOptions = {}) {
    view = shown
    const page = await (await browser.newContext({ javaScriptEnabled: false, ...options })).newPage()
    pages.push(page)
    const requests: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    page.on('console', (message) => complaints.push(message.text()))
    const url = `${gateway.url}/api/runs/run-1/report`
    await page.goto(url)
    return { page, requests, complaints, url }
  }

  test('asks for nothing but itself, and its policy lets its style in', async () => {
    const { page, requests, complaints, url } = await show(published())
    expect(requests).toEqual([url])
    expect(complaints).toEqual([])
    expect(await columnWidth(page)).toBe(800)
  })

  test('opens the text behind a citation with one click, and a link leads to it in its call', async () => {
    const { page } = await show(published())
    const citation = page.locator('#analysis-1 details.citation')
    const text = citation.locator('blockquote')
    expect(await text.isVisible()).toBe(false)
    await citation.locator('summary').click()
    expect(await text.isVisible()).toBe(true)
    expect(await text.locator('mark').textContent()).toBe('the 504 answers,\nthe cause is behind the gateway')
    await citation.locator('a').click()
    expect(new URL(page.url()).hash).toBe('#call-1-text-1')
    expect(await page.locator(':target blockquote').isVisible()).toBe(true)
  })

  test('can be used by keyboard alone: skip link first, then links and everything that folds', async () => {
    const { page } = await show(published())
    const reached: unknown[] = []
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatchObject({ name: 'A', skip: true, outlined: true, onScreen: true })
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab')
      const { name, outlined } = await focused(page)
      if (name === 'BODY') break
      expect(outlined).toBe(true)
      reached.push(name)
    }
    expect(reached.filter((name) => name === 'SUMMARY')).toHaveLength(await page.locator('summary').count())
    await page.locator('details.citation > summary').focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('details.citation blockquote').isVisible()).toBe(true)
  })

  test('has enough contrast for each text, light and dark', async () => {
    for (const shown of everything) {
      const { page } = await show(shown)
      await unfold(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const { texts, faint } = await contrastOf(page)
        expect(texts).toBeGreaterThan(50)
        expect(faint).toEqual([])
      }
    }
  })

  test('is dark where the reader wants it dark, and light on paper', async () => {
    const { page } = await show(published(), { colorScheme: 'light' })
    const light = await lightnessOf(page)
    const dark = await show(published(), { colorScheme: 'dark' })
    expect(light).toBeGreaterThan(0.8)
    expect(await lightnessOf(dark.page)).toBeLessThan(0.05)
    await dark.page.emulateMedia({ media: 'print' })
    expect(await lightnessOf(dark.page)).toBeGreaterThan(0.8)
  })

  test('prints the texts behind its citations without being unfolded', async () => {
    const { page } = await show(published())
    const heightOf = async () => (await page.locator('details.citation blockquote').boundingBox())?.height ?? 0
    expect(await heightOf()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    expect(await heightOf()).toBeGreaterThan(20)
  })

  test('needs no sideways scrolling on a phone, even with 16 KB of one word in every place', async () => {
    const word = 'x'.repeat(16_000)
    for (const shown of everything) {
      const viewport = { width: 360, height: 800 }
      const { page } = await show(changed(shown, (text) => word + text) as RunView, { viewport })
      await unfold(page)
      expect(await scrollWidth(page)).toBeLessThanOrEqual(360)
    }
  })

  describe('shows what is hostile as text', () => {
    const attack =
      '</bdi></div></style><script>alert(1)</script><img src=x onerror="alert(1)">\u202egnp.exe\u202c\u0000&amp;'
    const harmless =
      '</bdi></div></style><script>alert(1)</script><img src=x onerror="alert(1)">[U+202E]gnp.exe[U+202C]␀&amp;'

    test('word for word, in every place', async () => {
      const [shown] = everything
      const { page, requests } = await show(changed(shown, (text) => attack + text) as RunView, {
        javaScriptEnabled: true,
      })
      expect(requests).toHaveLength(1)
      const textAt = (selector: string) => page.locator(selector).first().textContent()
      expect(await textAt('h1')).toBe(`${harmless}Why does the gateway answer 504?`)
      expect(await textAt('#conclusion .text')).toBe(`${harmless}The cause is behind the gateway.`)
      expect(await textAt('#limitations li')).toBe(`${harmless}Only the runbooks were read.`)
      expect(await textAt('#analysis-1 blockquote')).toBe(
        `${harmless}Compare the p99 latency of that service with the day before. If it rose together with the 504 answers,\nthe cause is behind the gateway, not in it.`,
      )
      expect(await page.title()).toBe(`Diagnosis report: ${harmless}Why does the gateway answer 504?`)
    })

    test('and lets nothing around it turn with it', async () => {
      const arabic = 'مرحبا'
      const draft = report().draft
      const conclusion = { text: `${arabic} 504`, based_on_analysis_ids: ['a1'] }
      const { page } = await show(published({ report: report({ draft: draft && { ...draft, conclusion } }) }))
      expect(await directionOf(page, '#conclusion .text')).toBe('rtl')
      expect(await directionOf(page, '#conclusion .marks')).toBe('ltr')
    })

    test('whatever it is', async () => {
      const altered = (change: (text: string) => string) => changed(published(), change) as RunView
      const { page } = await show(
        altered((text) => `y${text}`),
        { javaScriptEnabled: true },
      )
      const plain = await elementsOf(page)
      await fc.assert(
        fc.asyncProperty(hostileText, fc.constantFrom('', attack, '<!--', '\u202e'), async (hostile, start) => {
          const text = `${start}${hostile}x`
          await page.setContent(String(pageOf(altered((t) => text + t)).body))
          const elements = await elementsOf(page)
          expect(elements.filter((element) => !plain.includes(element))).toEqual([])
          expect(elements).toHaveLength(plain.length)
        }),
        { numRuns: 12 },
      )
    })
  })
})
