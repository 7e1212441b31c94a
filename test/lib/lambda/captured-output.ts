// What a function prints, as CloudWatch would get it: one JSON text a line.
import { vi } from 'vitest'

type Line = Readonly<Record<string, unknown>>

/** An EMF line's own part: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
export type EmfLine = Line & {
  readonly _aws: {
    readonly Timestamp: number
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string
      readonly Dimensions: readonly (readonly string[])[]
      readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[]
    }[]
  }
}

/** Keeps all that is written to both streams until `release`. Powertools opens its console when a function is made: capture before. */
export function captureOutput() {
  let text = ''
  const keep = (chunk: unknown): boolean => {
    text += String(chunk)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
  ]
  const all = (): Line[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  return {
    text: () => text,
    /** @throws when something that is no JSON was printed */
    logs: () => all().filter((line) => !('_aws' in line)),
    emf: () => all().filter((line): line is EmfLine => '_aws' in line),
    clear: () => {
      text = ''
    },
    release: () => {
      for (const spy of spies) spy.mockRestore()
    },
  }
}
