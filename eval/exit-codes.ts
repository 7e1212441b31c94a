// THE table of exits (spec 07, "Commands").
export const exitCodes = {
  /** All pass, no regression. */
  ok: 0,
  /** A case fails, a goal is missed, a metric is missing, or something got worse. */
  failed: 1,
  /** Usage or input error. */
  usage: 2,
  /** The baseline cannot be compared with. */
  incomparable: 3,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
