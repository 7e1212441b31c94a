// What a browser is asked about a page. The questions run in the browser, so they are texts here.
import type { Page } from 'playwright-core'

export const browserFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const columnWidth = (page: Page) => page.evaluate<number>(`document.querySelector('main').offsetWidth`)

export const scrollWidth = (page: Page) => page.evaluate<number>(`document.documentElement.scrollWidth`)

export const unfold = (page: Page) =>
  page.evaluate<void>(`document.querySelectorAll('details').forEach((details) => { details.open = true })`)

/** The direction in which an element's text runs. */
export const directionOf = (page: Page, selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).direction`)

export type Focused = { name: string; skip: boolean; outlined: boolean; onScreen: boolean }

/** What has the focus, and whether one sees it. */
export const focused = (page: Page) =>
  page.evaluate<Focused>(`(() => {
    const element = document.activeElement
    const { top, bottom } = element.getBoundingClientRect()
    return {
      name: element.tagName,
      skip: element.classList.contains('skip'),
      outlined: getComputedStyle(element).outlineStyle === 'solid',
      onScreen: top >= 0 && bottom <= innerHeight,
    }
  })()`)

/** Each element with the names of its attributes, as one word. */
export const elementsOf = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('*')].map((element) =>
    [element.tagName, ...element.getAttributeNames(), element.getAttribute('href') ?? ''].join(' ')).sort()`)

const luminance = `
  const channels = (color) => color.match(/[\\d.]+/g).map(Number)
  const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = (color) => {
    const [r, g, b] = channels(color).map(linear)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const backgroundOf = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (channels(backgroundColor)[3] !== 0) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }`

/** 0 is black, 1 is white. */
export const lightnessOf = (page: Page) =>
  page.evaluate<number>(`(() => { ${luminance}
    return luminance(backgroundOf(document.body))
  })()`)

/** How many texts there are, and those whose contrast is below WCAG's 4.5:1. */
export const contrastOf = (page: Page) =>
  page.evaluate<{ texts: number; faint: string[] }>(`(() => { ${luminance}
    const own = (element) => [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== '')
    const texts = [...document.querySelectorAll('body, body *')].filter(own)
    const ratio = (element) => {
      const [a, b] = [getComputedStyle(element).color, backgroundOf(element)].map(luminance).sort()
      return (b + 0.05) / (a + 0.05)
    }
    const faint = texts.filter((element) => ratio(element) < 4.5)
    return { texts: texts.length, faint: faint.map((e) => e.tagName + '.' + e.className + ' ' + ratio(e).toFixed(2)) }
  })()`)
