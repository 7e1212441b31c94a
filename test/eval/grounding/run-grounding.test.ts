import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSets } from '../../../eval/grounding/read-sets.ts'
import { runGrounding } from '../../../eval/grounding/run-grounding.ts'
import { progressBar } from '../../../eval/progress-bar.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grounding-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const claim = (id: string, text: string, label: string, changes: object = {}) =>
  JSON.stringify({
    id,
    set: 'S',
    split: 'dev',
    lang: 'en',
    claim: text,
    evidence: ['The pool has 50 connections.'],
    label,
    ...changes,
  })
const good = [
  claim('1', 'The pool has 50 connections.', 'supported'),
  claim('2', 'The pool has 80 connections.', 'unsupported'),
  claim('3', 'Martians stole the tapes.', 'unsupported'),
  claim('4', 'Fifty connections are in that pool.', 'supported'),
].join('\n')

function write(name: string, text: string) {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text)
}
function run(every = 1) {
  const out: string[] = []
  const err: string[] = []
  const shares: number[] = []
  const code = runGrounding(folder, every, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    progress: (done) => shares.push(done),
  })
  return { code, out: out.join('\n'), err: err.join('\n'), shares }
}

describe('eval:grounding', () => {
  test('prints each set with its figures, and the baseline beside them', () => {
    write('b/one.jsonl', good)
    write('a/two.jsonl.gz', good)
    const { code, out, err, shares } = run()
    const cells = out.split('\n').map((line) => line.trim().split(/\s{2,}/))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    // Overlap 5 of 5, 4 of 5, 1 of 4 and 2 of 6 words: it puts the second above the fourth, one of four pairs wrong.
    expect(cells.find(([name, rule]) => name === 'a/two' && rule === '4')?.slice(0, 9)).toEqual([
      'a/two',
      '4',
      '2',
      '0',
      '1.000',
      '0.750',
      '1.000',
      '1.000',
      '1.000',
    ])
    expect(cells).toContainEqual(['b/one', 'figures', '1', '1.000', '0.500', '0.750'])
    expect(cells).toContainEqual(['b/one', 'coverage', '1', '1.000', '0.500', '0.750'])
    expect(shares.at(-1)).toBe(1)
    expect(shares).toHaveLength(8)
  })

  test('exits 1 and says so when a set does not beat word overlap', () => {
    // It rightly warns of the figure, and the label says otherwise.
    write(
      'x.jsonl',
      [claim('1', 'The pool has 80 connections.', 'supported'), claim('2', 'The pool has', 'unsupported')].join('\n'),
    )
    const { code, out } = run()
    expect(code).toBe(1)
    expect(out).toContain('x: AUROC')
  })

  test('exits 1 when the rule of figures is not precise enough on WiCE', () => {
    write('wice/dev.jsonl', [good, claim('5', 'The pool has 81 connections.', 'supported')].join('\n'))
    const { code, out } = run()
    expect(code).toBe(1)
    expect(out).toContain('wice/dev: precision of the rule figures is 0.500')
  })

  test('a set whose claims have no evidence is named as not measured', () => {
    write('one.jsonl', good)
    write('zh.jsonl', claim('1', '德国', 'supported', { evidence: undefined }))
    expect(run().out).toContain('zh: 1 claims without evidence')
  })

  test('where the annotator wrote what a wrong figure should be, says how many are reported, dates apart', () => {
    const zh = (id: string, text: string, label: string, fine: string | null) =>
      claim(id, text, label, { evidence: undefined, fine })
    write('one.jsonl', good)
    write(
      'zh.jsonl',
      [
        zh('1', '498个', 'unsupported', '不合理，与事实冲突，应为536个'),
        zh('2', '150名', 'unsupported', '不合理，与事实冲突，实际应为327名'),
        zh('3', '327名', 'unsupported', '不合理，实际为327名儿童'),
        zh('4', '6日', 'unsupported', '不合理，与事实冲突，应为13日'),
        // Not corrected, no figure in the correction, and not wrong: these count for nothing.
        zh('5', '30%', 'unsupported', '不合理，参考事实没有提到'),
        zh('6', '32岁', 'unsupported', '不合理，应为黄润秋'),
        zh('7', '19个', 'supported', '合理，应为19个'),
        zh('8', '12个', 'unsupported', null),
      ].join('\n'),
    )
    expect(run().out).toContain('correction: 2 of 3 reported, of dates 0 of 1.')
  })

  test('exits 2 with a clear message when the folder is absent, empty or broken', () => {
    expect(run()).toMatchObject({ code: 2, err: expect.stringContaining('No grounding sets') })
    write('x.jsonl', `${good}\nnot json`)
    expect(run()).toMatchObject({ code: 2, err: expect.stringContaining('x.jsonl:5: not a grounding claim') })
    rmSync(folder, { recursive: true })
    expect(run()).toMatchObject({ code: 2, err: expect.stringMatching(/No grounding data .*--data DIR/) })
  })

  test('takes each n-th claim', () => {
    write('one.jsonl', good)
    expect(readSets(folder, 2).map(({ claims }) => claims.map(({ id }) => id))).toEqual([['1', '3']])
  })

  test('reads the sentences of a WiCE article as one text', () => {
    write('one.jsonl', claim('1', 'x', 'supported', { set: 'WiCE', evidence: ['One.', 'Two.'] }))
    expect(readSets(folder)[0]?.claims[0]?.evidence).toEqual(['One.\nTwo.'])
  })
})

test('the progress bar redraws on a new percent only, and clears itself', () => {
  const written: string[] = []
  const draw = progressBar({ write: (text) => written.push(text) })
  for (const done of [0.25, 0.251, 0.5, 1]) draw(done)
  expect(written).toHaveLength(3)
  expect(written[0]).toBe(`\r[${'#'.repeat(10)}${'.'.repeat(30)}]  25 %`)
  expect(written[2]?.trim()).toBe('')
})
