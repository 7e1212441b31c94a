// Starts the emulators once for the whole test run; suites make tables of their own in them.
import type { TestProject } from 'vitest/node'
import { type Database, startDatabase, startDynalite } from '../../infra/local/database.ts'
import { startDynamoDbLocal } from './dynamodb-local.ts'

export type EmulatorAddress = { readonly name: string; readonly endpoint: string }

declare module 'vitest' {
  export interface ProvidedContext {
    /** The embedded emulator first, then its fallback for other platforms, then DynamoDB Local where it is there. */
    databases: EmulatorAddress[]
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [embedded, amazon] = await Promise.all([startDatabase(), startDynamoDbLocal()])
  const fallback = embedded.name === 'dynalite' ? null : await startDynalite()
  const databases = [embedded, fallback, amazon].filter((d): d is Database => d !== null)
  project.provide(
    'databases',
    databases.map(({ name, endpoint }) => ({ name, endpoint })),
  )
  return async () => {
    await Promise.all(databases.map((d) => d.stop()))
  }
}
