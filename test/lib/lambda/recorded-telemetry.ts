import type { Telemetry } from '../../../lib/lambda/telemetry.ts'

export function recordedTelemetry() {
  const lines: { level: string; code: string; fields: Readonly<Record<string, unknown>> }[] = []
  const at =
    (level: string) =>
    (code: string, fields: Readonly<Record<string, unknown>> = {}) => {
      lines.push({ level, code, fields })
    }
  const telemetry: Telemetry = {
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    count: (metric) => at('count')(metric),
  }
  return { telemetry, lines }
}
