// How far a long evaluation is: a bar on a terminal, a line now and then where the output is kept (a CI log).
const width = 40
const lineEvery = 25

/** Draws a bar on one line of a terminal, and clears it at the end. Redraws when a whole percent has passed. */
export function progressBar(terminal: { write(text: string): unknown }, label = ''): (done: number) => void {
  const before = label === '' ? '' : `${label} `
  let drawn = -1
  return (done) => {
    const percent = Math.floor(done * 100)
    if (percent === drawn) return
    drawn = percent
    const filled = Math.round(done * width)
    const bar = `${'#'.repeat(filled)}${'.'.repeat(width - filled)}`
    const cleared = `\r${' '.repeat(before.length + width + 8)}\r`
    terminal.write(done >= 1 ? cleared : `\r${before}[${bar}] ${String(percent).padStart(3)} %`)
  }
}

/** Writes a line whenever another quarter is done. */
export function progressLines(stream: { write(text: string): unknown }, label: string): (done: number) => void {
  let written = 0
  return (done) => {
    const percent = Math.floor((done * 100) / lineEvery) * lineEvery
    if (percent <= written) return
    written = percent
    stream.write(`${label}: ${percent} %\n`)
  }
}
