// What cannot be measured on this machine. Each is an input: the tables say so, and flags change them.
import type { FunctionName } from '../../../lib/contract/routes.ts'

export type Assumptions = {
  /** What a warm invocation takes on Lambda, in milliseconds, waiting for services included. */
  readonly durationMs: Readonly<Record<FunctionName, number>>
  /** Lines that Lambda itself writes about one invocation (START, END, REPORT), in bytes. */
  readonly platformLogBytes: number
  /** One line of the API's access log, in bytes. */
  readonly accessLogBytes: number
  /** What Step Functions logs of one transition at level ALL without data, in bytes: entered, exited, and a task's events. */
  readonly transitionLogBytes: number
  /** Share of requests and executions that X-Ray records. Its default is the first of each second and 5 % of the rest. */
  readonly traced: number
  /** Share of the answers' bytes that leaves AWS. */
  readonly answersToInternet: number
  /** US dollars for a million tokens of the model. */
  readonly inputTokenPrice: number
  readonly outputTokenPrice: number
  /** Tokens a minute that the account's quota for the model allows, in and out. */
  readonly modelTokensPerMinute: number
  /** What stands for "1x". */
  readonly lookupsPerSecond: number
  readonly diagnosesPerHour: number
}

export const assumptions: Assumptions = {
  durationMs: {
    'search-tool': 350,
    'evidence-guard': 60,
    'run-reader': 80,
    'diagnosis-start': 150,
    'agent-turn': 8000,
    'semantic-guard': 200,
    publish: 120,
    'ingest-proxy': 1500,
    'rebuild-trigger': 300,
    'api-document': 20,
  },
  platformLogBytes: 450,
  accessLogBytes: 450,
  transitionLogBytes: 900,
  traced: 1,
  answersToInternet: 1,
  inputTokenPrice: 3,
  outputTokenPrice: 15,
  modelTokensPerMinute: 200_000,
  lookupsPerSecond: 1,
  diagnosesPerHour: 100,
}
