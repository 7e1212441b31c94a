const width = 40

/** Draws a bar on one line of a terminal, and clears it at the end. Redraws when a whole percent has passed. */
export function progressBar(terminal: { write(text: string): unknown }): (done: number) => void {
  let drawn = -1
  return (done) => {
    const percent = Math.floor(done * 100)
    if (percent === drawn) return
    drawn = percent
    const filled = Math.round(done * width)
    const bar = `${'#'.repeat(filled)}${'.'.repeat(width - filled)}`
    terminal.write(done >= 1 ? `\r${' '.repeat(width + 8)}\r` : `\r[${bar}] ${String(percent).padStart(3)} %`)
  }
}
