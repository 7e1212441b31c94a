/** What in a reply did not keep the contract, one sentence each: which hit, which field; never content (spec 01, "Search"). */
export type ContractWarnings = {
  readonly add: (sentence: string) => void
  /** In the order they came; after the 50th, one sentence says how many more there were. */
  readonly list: () => readonly string[]
}

const kept = 50

export function createContractWarnings(): ContractWarnings {
  const sentences: string[] = []
  let count = 0
  return {
    add: (sentence) => {
      count += 1
      if (count <= kept) sentences.push(sentence)
    },
    list: () => (count <= kept ? sentences : [...sentences, `And ${count - kept} more.`]),
  }
}
