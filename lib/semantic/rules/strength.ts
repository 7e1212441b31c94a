import { inEachSentence, type Rule } from '../rule.ts'

const sameSubject = 0.7

const hedge =
  /\b(?:may|might|could|can|possibl[ey]|perhaps|probabl[ey]|likely|potentially|sometimes|often|usually|typically|some|suspect\w*|appears?|seems?|suggest\w*|estimated?|expected?|considering|plans?)\b|可能|也许|或许|大概|疑似|有时|往往|通常|建议|怀疑|预计|计划|部分/i
const absolute =
  /\b(?:always|never|all|every|entire(?:ly)?|completely|guarantees?|guaranteed|certainly|definitely|must|only|proves?|proven|undoubtedly|invariably)\b|总是|一定|必然|必定|所有|全部|完全|绝对|唯一|肯定|必须/gi

/** What the evidence says with reserve must not be said without limit: OVERSTATED, not false. */
export const strength: Rule = {
  name: 'strength',
  verdict: 'OVERSTATED',
  reason: 'The evidence says this with reserve; the statement says it without limit.',
  faults: inEachSentence(({ stated, best }) => {
    const words = stated.text.match(absolute) ?? []
    const close = best.filter((match) => match.cover >= sameSubject)
    if (words.length === 0 || close.length === 0 || close.length < best.length || hedge.test(stated.text)) return []
    const reserved = close.every(({ sentence }) => hedge.test(sentence.text) && sentence.text.search(absolute) < 0)
    return reserved ? words : []
  }),
}
