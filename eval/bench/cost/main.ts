import { captureLines } from './capture-lines.ts'
import { createTally } from './counts.ts'
import { measureOperations, timings } from './measure-operations.ts'
import { openMeasuredStack } from './measured-stack.ts'

const tally = createTally()
const capture = captureLines((line) => {
  const metric = line.includes('"_aws":{')
  tally.add(metric ? 'metricLines' : 'logLines')
  tally.add(metric ? 'metricBytes' : 'logBytes', Buffer.byteLength(line) + 1)
})
try {
  const stack = await openMeasuredStack(tally)
  try {
    const m = await measureOperations(stack, tally)
    capture.stop()
    console.log(
      stack.database,
      Object.fromEntries(m.operations),
      m.kept,
      m.diagnoses.map((d) => [d.state, d.turns.length, d.invocations.length]),
    )
  } finally {
    await stack.close()
  }
} finally {
  capture.stop()
  console.log(timings)
}
