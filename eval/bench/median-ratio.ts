const rounds = 41
const roundMs = 25

/**
 * How much CPU time `subject` takes for one that `peer` takes: the median over rounds in which the two take turns, so that
 * whatever else the machine does meets both alike.
 */
export async function medianRatio(subject: () => Promise<unknown>, peer: () => Promise<unknown>): Promise<number> {
  await cpuPerCall(subject)
  await cpuPerCall(peer)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const own = await cpuPerCall(subject)
    ratios.push(own / (await cpuPerCall(peer)))
  }
  ratios.sort((a, b) => a - b)
  return ratios[rounds >> 1] ?? Number.NaN
}

/** CPU milliseconds of one call, averaged over a short time. */
async function cpuPerCall(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  const end = performance.now() + roundMs
  let calls = 0
  do {
    await work()
    calls += 1
  } while (performance.now() < end)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / calls
}
