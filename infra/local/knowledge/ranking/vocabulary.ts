// The terms that one index knows, as numbers: chunks and documents then hold a few bytes a term and no strings.

export type Vocabulary = {
  /** The term's number, from 0 in the order of first mention; new ones get one. */
  number(term: string): number
  /** The number of a term that is known, else undefined. */
  find(term: string): number | undefined
  /** The term of a number that was given out; empty for any other. */
  term(number: number): string
  /** Counts one more document for each of these terms. */
  countDocument(numbers: Iterable<number>): void
  /** Documents that hold the term; 0 for one that is not known. */
  documentsWith(term: string): number
  readonly size: number
}

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>()
  const terms: string[] = []
  const documents: number[] = []
  return {
    number(term) {
      const known = numbers.get(term)
      if (known !== undefined) return known
      numbers.set(term, documents.length)
      documents.push(0)
      terms.push(term)
      return documents.length - 1
    },
    find: (term) => numbers.get(term),
    term: (number) => terms[number] ?? '',
    countDocument(terms) {
      for (const number of terms) documents[number] = (documents[number] ?? 0) + 1
    },
    documentsWith(term) {
      const number = numbers.get(term)
      return number === undefined ? 0 : (documents[number] ?? 0)
    },
    get size() {
      return documents.length
    },
  }
}
