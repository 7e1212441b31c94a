// The code of every function as it is deployed: one file each, all of them made in one pass, because what they share (the SDK, zod)
// takes most of the time. Nothing in it depends on where the project or the assembly lies, so that the same sources are the same asset.
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build as esbuild, type Metafile, type Plugin } from 'esbuild'
import { catalog } from '../../functions/catalog.ts'
import type { FunctionName } from '../../lib/contract/routes.ts'
import { besideSourceOf, credentialsFromEnvironment, dropErrorClasses, loadOurSources } from './bundle-plugins.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Where the files would lie; they are not written there. */
const folder = 'bundles'

const bundleOptions = {
  absWorkingDir: root,
  outdir: folder,
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node24',
  // CommonJS: an ESM bundle would load all of undici at start, for node:http's WebSocket (40 to 50 ms).
  format: 'cjs',
  // What lies beside a bundle is required, not imported: it is CommonJS as well.
  supported: { 'dynamic-import': false },
  // The SDK goes in, at the lock file's version: it loads faster than the runtime's own.
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'none',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'error',
} satisfies BuildOptions & { readonly metafile: true; readonly write: false }

const ourPlugins: readonly Plugin[] = [loadOurSources, dropErrorClasses, credentialsFromEnvironment]

export type Bundle = {
  /** By name: `index.js`, `index.js.map`; beside it what it loads when it needs it, such as `send-retrieve.js`. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Bytes of `index.js` by source file, relative to the project. */
  readonly inputs: ReadonlyMap<string, number>
}

export type Bundles = ReadonlyMap<string, Bundle>

/** All of them, by function. @throws Error of esbuild when a source cannot be resolved or parsed */
export async function bundleFunctions(): Promise<Bundles> {
  const names = Object.keys(catalog) as FunctionName[]
  return bundle(Object.fromEntries(names.map((name) => [name, `functions/${name}/handler.ts`])))
}

/**
 * @param entryPoints source file by name
 * @param plugins none: as anybody would bundle
 */
export async function bundle(
  entryPoints: Readonly<Record<string, string>>,
  plugins: readonly Plugin[] = ourPlugins,
): Promise<Bundles> {
  const build = (entries: readonly Entry[]) =>
    esbuild({ ...bundleOptions, plugins: [...plugins], entryPoints: [...entries] })
  const { outputFiles, metafile } = await build(
    Object.entries(entryPoints).map(([name, source]) => ({ in: source, out: `${name}/index` })),
  )
  const beside = besideEntries(metafile)
  if (beside.length > 0) outputFiles.push(...(await build(beside)).outputFiles)
  const bundles = new Map<string, { files: Map<string, Uint8Array>; inputs: ReadonlyMap<string, number> }>()
  for (const { path, contents } of outputFiles) {
    const [name = '', file = ''] = path.slice(`${root}${folder}/`.length).split('/')
    const made = bundles.get(name) ?? { files: new Map(), inputs: inputsOf(metafile, `${folder}/${name}/index.js`) }
    made.files.set(file, contents)
    bundles.set(name, made)
  }
  return bundles
}

type Entry = { readonly in: string; readonly out: string }

/** What the bundles load from beside them. */
function besideEntries({ outputs }: Metafile): Entry[] {
  return Object.entries(outputs).flatMap(([output, { imports }]) => {
    const names = new Set(imports.flatMap(({ path }) => /^\.\/([\w-]+)\.js$/.exec(path)?.[1] ?? []))
    return [...names].flatMap((name) => {
      const source = besideSourceOf(name)
      return source === undefined ? [] : [{ in: source, out: `${output.split('/')[1]}/${name}` }]
    })
  })
}

function inputsOf({ outputs }: Metafile, output: string): ReadonlyMap<string, number> {
  const entries = Object.entries(outputs[output]?.inputs ?? {}).map(
    ([file, input]) => [file, input.bytesInOutput] as const,
  )
  return new Map(entries.filter(([, bytes]) => bytes > 0))
}
