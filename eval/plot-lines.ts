// A line chart as SVG, for figures over sizes: logarithmic axes, one line a series, its name at its end.
export type PlotLine = { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] }

export type PlotOptions = { readonly title: string; readonly xLabel: string; readonly yLabel: string }

const size = { width: 640, height: 400, left: 70, right: 150, top: 40, bottom: 50 }
/** Told apart also without colour vision, and on paper by their marks. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7']
const marks = ['none', '8 3', '2 3', '4']

/** The chart as one SVG document. Values must be above 0, since both axes are logarithmic. */
export function plotLines(lines: readonly PlotLine[], { title, xLabel, yLabel }: PlotOptions): string {
  const points = lines.flatMap((line) => line.points)
  const x = axis(
    points.map(([value]) => value),
    size.left,
    size.width - size.right,
  )
  const y = axis(
    points.map(([, value]) => value),
    size.height - size.bottom,
    size.top,
  )
  const bottom = size.height - size.bottom
  const right = size.width - size.right
  const xTicks = [...new Set(points.map(([value]) => value))].map(
    (value) =>
      `<line x1="${x.at(value)}" y1="${bottom}" x2="${x.at(value)}" y2="${bottom + 5}" stroke="#555"/>` +
      `<text x="${x.at(value)}" y="${bottom + 18}" text-anchor="middle">${value.toLocaleString('en')}</text>`,
  )
  const yTicks = y.decades.map(
    (value) =>
      `<line x1="${size.left}" y1="${y.at(value)}" x2="${right}" y2="${y.at(value)}" stroke="#ddd"/>` +
      `<text x="${size.left - 6}" y="${y.at(value) + 4}" text-anchor="end">${value}</text>`,
  )
  const drawn = lines.map(({ name, points: own }, at) => {
    const colour = colours[at % colours.length]
    const path = own.map(([px, py]) => `${x.at(px)},${y.at(py)}`).join(' ')
    const [endX, endY] = own.at(-1) ?? [1, 1]
    return (
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${marks[at % marks.length]}"/>` +
      own.map(([px, py]) => `<circle cx="${x.at(px)}" cy="${y.at(py)}" r="3" fill="${colour}"/>`).join('') +
      `<text x="${x.at(endX) + 8}" y="${y.at(endY) + 4}" fill="${colour}">${escaped(name)}</text>`
    )
  })
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escaped(title)}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="${size.left}" y="22" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    ...yTicks,
    `<line x1="${size.left}" y1="${bottom}" x2="${right}" y2="${bottom}" stroke="#555"/>`,
    ...xTicks,
    ...drawn,
    `<text x="${(size.left + right) / 2}" y="${size.height - 12}" text-anchor="middle">${escaped(xLabel)}</text>`,
    `<text transform="translate(18 ${(size.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>`,
    '</svg>',
  ].join('\n')}\n`
}

/** A logarithmic axis over whole powers of ten around `values`, from the pixel `from` to the pixel `to`. */
function axis(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    at: (value: number) => Math.round((from + ((Math.log10(value) - low) / (high - low)) * (to - from)) * 10) / 10,
    decades: Array.from({ length: high - low + 1 }, (_, n) => Number(`1e${low + n}`)),
  }
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
