import type { DiagnosisReport } from '../../lib/contract/report.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'

/** Counts and logs how a diagnosis ended. */
export function tellReport(
  { log, measure }: Pick<Telemetry, 'log' | 'measure'>,
  { status, fallback_cause, model }: DiagnosisReport,
): void {
  log('REPORT_WRITTEN', { status, fallback_cause, model })
  measure('Reports', 1, { status })
  if (fallback_cause !== null) measure('Fallbacks', 1, { cause: fallback_cause })
}
