// UHGEval's keywords come without their article, so nothing of them can be compared but this: where the annotator wrote down
// what a wrong figure should have been (不合理，与事实冲突，应为536个), that correction is a text which the figure contradicts.

import { indexExcerpt } from '../../lib/semantic/comparison/index-evidence.ts'
import { openSubject } from '../../lib/semantic/open-subject.ts'
import { figures } from '../../lib/semantic/rules/figures.ts'
import { foldText } from '../../lib/semantic/sentences/fold-text.ts'
import { readSentence } from '../../lib/semantic/sentences/read-sentence.ts'
import type { GroundingClaim } from './read-sets.ts'

const correctionMark = /(?:应该?|实际|事实|实际上)(?:应该?)?[为是]/

/** How many of the corrected figures the rule reports. Dates apart: by design they are at fault in whole sentences only. */
export type CorrectedFigures = {
  readonly figures: number
  readonly reported: number
  readonly dates: number
  readonly datesReported: number
}

/**
 * The rule of figures on the claims whose note corrects a figure, beside the correction. Every such claim is wrong, so this is a
 * recall; it says nothing of false alarms, for which the article would be needed.
 */
export function measureCorrections(claims: readonly GroundingClaim[]): CorrectedFigures {
  const corrected = claims.flatMap(({ claim, label, fine }) => {
    const mark = label === 'unsupported' ? correctionMark.exec(fine) : null
    if (mark === null) return []
    const correction = fine.slice(mark.index + mark[0].length)
    const [own, right] = [claim, correction].map((text) => readSentence(foldText(text)).figures)
    if (own === undefined || own.length === 0 || right === undefined || right.length === 0) return []
    const subject = openSubject(claim, [indexExcerpt(correction)])
    return [
      { date: own.every((figure) => figure.date), reported: subject !== null && figures.faults(subject).length > 0 },
    ]
  })
  const count = (date: boolean) => corrected.filter((claim) => claim.date === date)
  return {
    figures: count(false).length,
    reported: count(false).filter(({ reported }) => reported).length,
    dates: count(true).length,
    datesReported: count(true).filter(({ reported }) => reported).length,
  }
}
