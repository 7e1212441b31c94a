import type { RunView } from '../contract/run.ts'
import type { ShownCall } from './collect-calls.ts'
import type { Labels } from './labels.ts'
import type { PagePart } from './page-part.ts'

/** What each part of a page is made from. */
export type PageContext = {
  readonly view: RunView
  readonly calls: readonly ShownCall[]
  readonly labels: Labels
  readonly omitted: ReadonlySet<PagePart>
}
