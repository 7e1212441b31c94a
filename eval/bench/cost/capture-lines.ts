// What functions write to CloudWatch's logs, taken from where Lambda would take it: the process's own output.

export type Capture = { readonly stop: () => void }

/** From now on each line that goes to stdout or stderr is handed to `onLine` and shown to nobody. */
export function captureLines(onLine: (line: string) => void): Capture {
  const streams = [process.stdout, process.stderr]
  const stops = streams.map((stream) => {
    const write = stream.write
    let rest = ''
    stream.write = (chunk: string | Uint8Array) => {
      const lines = (rest + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'))).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
      return true
    }
    return () => {
      stream.write = write
    }
  })
  return {
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
