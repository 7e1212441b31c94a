// Everything in a run was written by someone else: whatever it holds, it is text.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunView } from '../../../lib/contract/run.ts'
import { renderPage } from '../../../lib/report/render-page.ts'
import { hostileText } from '../hostile-text.ts'
import { changed, everything } from './hostile-views.ts'
import { tagsOf } from './page-reader.ts'

/** What may follow from a text: its language, and which pieces of an excerpt are marked. */
const structure = (page: string) =>
  tagsOf(page)
    .filter((tag) => !/^<\/?mark>$/.test(tag))
    .map((tag) => tag.replace(/ lang="(?:zh|en|)"/, ' lang'))

const attacks = [
  '<script>alert(1)</script>',
  '</style></title></details></bdi><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus='alert(1)",
  '<!--',
  ']]>',
  '&lt;script&gt;',
  '<a href="javascript:alert(1)">click</a>',
]

describe.each(everything.map((view) => [view.state, view] as const))('a %s run', (_, view) => {
  const plain = structure(renderPage(changed(view, (text) => `y${text}`) as RunView, 'en'))

  test.each(attacks)('gets no element, no attribute and no comment from %s', (attack) => {
    const page = renderPage(changed(view, (text) => `${attack}${text}`) as RunView, 'en')
    expect(structure(page)).toEqual(plain)
    expect(
      page.split(
        attack
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;')
          .replaceAll("'", '&#39;'),
      ).length,
    ).toBeGreaterThan(20)
  })

  test('keeps its structure whatever its texts are', () => {
    fc.assert(
      fc.property(hostileText, (hostile) => {
        expect(structure(renderPage(changed(view, (text) => `${hostile}x${text}`) as RunView, 'en'))).toEqual(plain)
      }),
      { numRuns: 25 },
    )
  })
})
