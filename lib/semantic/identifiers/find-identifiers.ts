import { readUnit } from '../figures/units.ts'
import { type Chunk, findChunks } from './find-chunks.ts'

/** A configuration key, path, flag, code, version, address or the like. */
export type Identifier = Chunk

const longest = 256
const ordinalOrRange = /^\d[\d.,]*(?:st|nd|rd|th|s|-\d[\d.,]*[A-Za-z%]*|(?:-[a-z]+)+)$/i
const quarter = /^[QH][1-4]$/
const numberWithUnit = /^\d[\d.]*([A-Za-zµμ/%]{1,9})$/
const abbreviation = /^(?:[A-Za-z]{1,2}\.)+[A-Za-z]{0,2}$/
const missingSpace = /^[A-Za-z]*[a-z]\.[A-Z][a-z]*$/
/** `Version 1.24`, `版本 3`: only the word before tells the number from a figure. */
const versionBefore = /(?:\bversions?|版本号?(?:为|是|:)?)\s*$/i

const shapes: readonly RegExp[] = [
  /^[A-Za-z][A-Za-z0-9+.-]*:\/\/./, // URL
  /^(?:~|\.{1,2})?\/[\w.@-]/, // path from a root
  /^[A-Za-z]:\\/, // path on a drive
  /^[\w.@-]+\/[\w./@-]*[\d_.][\w./@-]*$/, // path or image name
  /^(?:po|pod|deploy|deployment|svc|service|sts|statefulset|ds|daemonset|rs|replicaset|job|cronjob|node|ns|namespace|pvc|pv|cm|configmap|secret|ingress|hpa)\/[\w.-]+$/, // Kubernetes kind and name
  /^[\w.@-]+(?:\/[\w.@-]+){2,}$/, // path of three parts
  /^--[A-Za-z]/, // long flag
  /^-[A-Za-z]$/, // short flag
  /^-[A-Za-z]+\d+[A-Za-z]*$/, // flag with its value: -Xmx4g
  /[A-Za-z0-9]_[A-Za-z0-9]/, // snake_case
  /^[\w.+-]+@[\w-]+\.\w/, // mail address
  /^v?\d+\.\d+\.\d/, // version, IP
  /^v\d+(?:\.\d+)*$/i, // short version
  /^[\w-]*[A-Za-z][\w-]*(?:\.[\w-]+)+(?::\d+)?$/, // dotted key, file or host
  /^(?:[\w.-]+)?:\d{2,5}$/, // port
  /^[a-z][\w.*-]*:(?=[\w.*-]*[A-Za-z*])(?!\d[\d.]*[A-Za-zµ]{0,9}$)[\w.*-]+$/, // key of two parts
  /^[A-Za-z][\w.*-]*(?::[\w.*-]+){2,}$/, // key of more
  /^[a-z][\w./-]*:v?\d+(?:\.\d+)+[\w.-]*$/, // image with its tag
  /^\d{1,2}:\d{2}(?::\d{2})?$/, // time of day
  /^\d{4}-\d{2}-\d{2}/, // date
  /[a-z][A-Z]/, // camelCase
  /[A-Z]{2,}[a-z]{3,}/, // OOMKilled
  /^(?=[A-Z-]{5,}$)[A-Z]{5,}$/, // ECONNREFUSED
  /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/, // p99, E1234, ORA-00942
]

/** The identifiers of a folded sentence, in order. Numbers with a unit are figures, not identifiers. */
export function findIdentifiers(sentence: string): Identifier[] {
  const found: Identifier[] = []
  for (const { text, at } of findChunks(sentence)) {
    const closingTag = text.startsWith('/') && sentence.charAt(at - 1) === '<'
    if ((isIdentifier(text) && !closingTag) || isVersionNumber(text, sentence.slice(Math.max(0, at - 12), at)))
      found.push({ text, at })
  }
  return found
}

function isVersionNumber(text: string, before: string): boolean {
  return /^\d+(?:\.\d+)*$/.test(text) && versionBefore.test(before)
}

/** Whether a run is an identifier by its shape, wherever it stands. */
export function isIdentifier(text: string): boolean {
  if (text.length < 2 || !/[A-Za-z0-9]/.test(text)) return false
  if (text.length > longest) return /[\d_/.:\\]/.test(text)
  if (ordinalOrRange.test(text) || abbreviation.test(text) || quarter.test(text) || missingSpace.test(text))
    return false
  const suffix = numberWithUnit.exec(text)?.[1]
  if (suffix !== undefined && readUnit(suffix)?.length === suffix.length) return false
  return shapes.some((shape) => shape.test(text))
}

/** Whether an identifier is a date (or starts with one): then its numbers are those of a date in words too. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text)
}
