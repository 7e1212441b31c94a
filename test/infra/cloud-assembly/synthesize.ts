// What `cdk synth` makes, bundles and checks included, without its command line: for tests.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) })

/** What the command line would add: the metadata that ties a function to the folder of its bundle. */
const metadata = { 'aws:cdk:enable-asset-metadata': true, 'aws:cdk:enable-path-metadata': true }

export type SynthesizeOptions = {
  /** Where the assembly goes; the same sources give the same asset hashes only in the same folder. */
  readonly folder: string
  /** As given by `-c name=value`. */
  readonly settings: Readonly<Record<string, string>>
  /** Of this process: the child gets it, too. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Synthesizes one stage. CDK's own template validator stays off, which takes seconds; cdk-nag is on.
 * @throws Error with what the app said when it refuses
 */
export async function synthesize({ folder, settings, environment }: SynthesizeOptions): Promise<void> {
  const { context } = cdkJson.parse(JSON.parse(readFileSync(`${root}cdk.json`, 'utf8')))
  await promisify(execFile)(process.execPath, ['infra/app.ts'], {
    cwd: root,
    env: {
      ...environment,
      CDK_OUTDIR: folder,
      CDK_VALIDATION: 'false',
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...metadata, ...settings }),
    },
  })
}
