import type { Telemetry } from './telemetry.ts'

/** The tables of a function, as its environment names them. */
type Tables = { readonly LEDGER_TABLE?: string; readonly DOCUMENTS_TABLE?: string }

/** Gives a document client's `onConsumed`: capacity units by what a table is for, not by its name. */
export function countCapacity({ measure }: Pick<Telemetry, 'measure'>, { DOCUMENTS_TABLE }: Tables) {
  return (table: string, units: number): void =>
    measure('ConsumedCapacity', units, { table: table === DOCUMENTS_TABLE ? 'DOCUMENTS' : 'LEDGER' })
}
