/**
 * What full closeness adds to a score of 0: evidence, but never more than WEAK as long as no word agrees. Found on the train
 * queries of the public collections with averages of word vectors, a weak model.
 */
const share = 0.49

/** A score by words, raised by what likeness says: the one adds to what the other leaves open. */
export function withCloseness(score: number, closeness: number): number {
  return 1 - (1 - score) * (1 - share * closeness)
}
