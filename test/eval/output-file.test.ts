import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkOutputFile, openOutputFolder, writeOutputFile } from '../../eval/output-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-output-'))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a folder for output', () => {
  test('is made where its parent stands, and kept with what lies in it', () => {
    openOutputFolder(at('reports'))
    writeFileSync(at('reports/kept.json'), '{}')
    openOutputFolder(at('reports'))
    expect(readdirSync(at('reports'))).toEqual(['kept.json'])
  })

  test('is not made below a folder that is not there: a slip makes no tree', () => {
    expect(() => openOutputFolder(at('slip/reports'))).toThrow(`${at('slip/reports')} cannot be made`)
    expect(existsSync(at('slip'))).toBe(false)
  })

  test('is not what a file is', () => {
    writeFileSync(at('file'), 'mine')
    expect(() => openOutputFolder(at('file'))).toThrow(`${at('file')} cannot be made`)
    expect(statSync(at('file')).isFile()).toBe(true)
  })
})

describe('a file for output', () => {
  test('is refused before it is written where there is no folder for it, and nothing is made', () => {
    expect(() => checkOutputFile(at('slip/report.json'))).toThrow(`there is no folder ${at('slip')}`)
    expect(() => checkOutputFile(folder)).toThrow('it is a folder')
    expect(() => writeOutputFile(at('slip/report.json'), '{}')).toThrow(`${at('slip/report.json')} cannot be written`)
    expect(existsSync(at('slip'))).toBe(false)
  })

  test('is not touched by the look whether it can be written', () => {
    writeFileSync(at('old.json'), 'old')
    checkOutputFile(at('old.json'))
    checkOutputFile(at('new.json'))
    expect(existsSync(at('new.json'))).toBe(false)
    writeOutputFile(at('old.json'), 'new')
    expect(statSync(at('old.json')).size).toBe(3)
  })
})
