import * as fc from 'fast-check'

/** Runs a synchronous property and throws when it fails. `fc.assert` itself may give a promise, which a linter wants awaited. */
export const holds: <Ts>(property: fc.IProperty<Ts>, parameters?: fc.Parameters<Ts>) => void = fc.assert
