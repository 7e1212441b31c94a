// What spec 03 says a run does when its calls come one after the other, with nothing of the ledger's code in it.

export type Outcome = readonly string[] | 'fails'
export type ModelCall = { readonly id: string; readonly args: string; readonly outcome: Outcome }

type Known = {
  readonly args: string
  /** What its record holds. */
  record: Outcome
  /** What the run has seen of it. */
  seen: Outcome
  answered: number
  gain: number
  expires: number
}

export type Told =
  | { readonly refused: 'E_TOOL_CALL_CONFLICT' | 'E_STOP_REQUIRED' }
  | {
      readonly shown: Outcome
      readonly replayed: boolean
      readonly gain: number
      readonly streak: number
      readonly used: number
      readonly stop: string | null
    }

/** @param life of a run, from its last accepted call, in the unit of `at` */
export function createRunModel(budget: number, noGainLimit: number, life: number) {
  let calls = new Map<string, Known>()
  let stop: string | null = null
  let expires = 0
  let answers = 0

  /** Gains and streak, over the calls in the order of their last answer. */
  function recount(): number {
    const seen = new Set<string>()
    let streak = 0
    for (const call of [...calls.values()].sort((a, b) => a.answered - b.answered)) {
      const fresh = call.seen === 'fails' ? [] : call.seen.filter((key) => !seen.has(key))
      for (const key of fresh) seen.add(key)
      call.gain = new Set(fresh).size
      streak = call.gain > 0 ? 0 : streak + 1
    }
    return streak
  }

  return (call: ModelCall, at: number): Told => {
    if (at >= expires) {
      calls = new Map()
      stop = null
    }
    const known = calls.get(call.id)
    if (known !== undefined && known.args !== call.args) return { refused: 'E_TOOL_CALL_CONFLICT' }
    if (known === undefined && (stop !== null || calls.size >= budget)) return { refused: 'E_STOP_REQUIRED' }
    const replayed = known !== undefined && known.record !== 'fails' && at < known.expires
    let current = known
    if (current === undefined) {
      current = { args: call.args, record: 'fails', seen: 'fails', answered: answers, gain: 0, expires: 0 }
      calls.set(call.id, current)
    }
    let shown = call.outcome
    if (replayed) shown = current.record
    else {
      expires = at + life
      current.expires = expires
      current.record = call.outcome
      // A failure after a success that has expired takes nothing from what the run has seen; a second failure is no news.
      const isNews = known === undefined || call.outcome !== 'fails'
      const isSame = known !== undefined && JSON.stringify(known.seen) === JSON.stringify(call.outcome)
      if (isNews && !isSame) {
        current.seen = call.outcome
        current.answered = answers
        answers += 1
      }
    }
    const streak = recount()
    stop ??= streak >= noGainLimit ? 'NO_GAIN' : calls.size >= budget ? 'BUDGET_EXHAUSTED' : null
    return { shown, replayed, gain: current.gain, streak, used: calls.size, stop }
  }
}
