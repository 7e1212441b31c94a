// Fits the weights of score-weights.ts to the grounding sets and prints them, with the AUROC of each set by
// weights that never saw a claim of its source (leave one source out). node eval/grounding/train.ts [--data DIR]
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { dataFolder } from '../data-folder.ts'
import { exitCodes } from '../exit-codes.ts'
import { auroc } from './auroc.ts'
import { evaluateClaim } from './evaluate-claim.ts'
import { fitLogistic, type Sample } from './fit-logistic.ts'
import { measureNames } from './measure-claim.ts'
import { readSets } from './read-sets.ts'

const { values } = parseArgs({ options: { data: { type: 'string' } } })
const folder = values.data ?? dataFolder('grounding')
if (!existsSync(folder)) {
  console.error(`No grounding data at ${folder}. Name its folder with --data DIR, or set EVIDENCE_DATA.`)
  process.exit(exitCodes.usage)
}

type Claim = { readonly set: string; readonly source: string; readonly supported: boolean; readonly features: number[] }

const claims: Claim[] = readSets(folder).flatMap(({ name, claims: rows }) =>
  rows.flatMap((row) => {
    const { measures, supported } = evaluateClaim(row)
    if (measures === null || row.evidence.length === 0) return []
    return [{ set: name, source: row.set, supported, features: measureNames.map((measure) => measures[measure]) }]
  }),
)
const bothLabels = (set: string) => new Set(claims.filter((c) => c.set === set).map((c) => c.supported)).size === 2
const usable = claims.filter((claim) => bothLabels(claim.set))

/** Each source weighs the same, in it each set, in it each label. */
function samplesOf(train: readonly Claim[]): Sample[] {
  const share = (test: (claim: Claim) => boolean) => train.filter(test).length
  const setsOf = (source: string) => new Set(train.filter((c) => c.source === source).map((c) => c.set)).size
  const sets = [...new Set(train.map((claim) => claim.set))].map((set) => {
    const source = train.find((claim) => claim.set === set)?.source ?? ''
    const weight = (supported: boolean) => 1 / setsOf(source) / share((c) => c.set === set && c.supported === supported)
    return { set, supported: weight(true), unsupported: weight(false) }
  })
  const raw = train.map((claim) => {
    const of = sets.find(({ set }) => set === claim.set)
    return (claim.supported ? of?.supported : of?.unsupported) ?? 0
  })
  const mean = raw.reduce((sum, weight) => sum + weight, 0) / raw.length
  return train.map(({ features, supported }, i) => ({ features, positive: supported, weight: (raw[i] ?? 0) / mean }))
}

const sum = (weights: readonly number[], features: readonly number[]) =>
  [...features, 1].reduce((total, feature, i) => total + feature * (weights[i] ?? 0), 0)

const all = fitLogistic(samplesOf(usable))
console.log([...measureNames, 'bias'].map((name, i) => `  '${name}': ${(all[i] ?? 0).toFixed(2)},`).join('\n'))
for (const source of new Set(usable.map((claim) => claim.source))) {
  const held = fitLogistic(samplesOf(usable.filter((claim) => claim.source !== source)))
  for (const set of new Set(usable.filter((claim) => claim.source === source).map((claim) => claim.set))) {
    const rows = usable.filter((claim) => claim.set === set)
    const area = (weights: readonly number[]) =>
      auroc(rows.map(({ features, supported }) => ({ supported, score: sum(weights, features) })))?.toFixed(3)
    console.log(`${set.padEnd(26)} AUROC ${area(all)} fitted with it, ${area(held)} without its source`)
  }
}
