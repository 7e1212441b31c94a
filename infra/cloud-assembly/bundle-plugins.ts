// What only a bundle for Lambda can leave out.
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { markDefinitions } from './mark-definitions.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * What most deployments of a function never load, of which a file of its own lies beside the bundle: it has the parts of the SDK that it
 * shares with the bundle once more, which costs only those who load it.
 */
const besideSources: readonly string[] = ['lib/knowledge/bedrock-kb/send-retrieve.ts']

/** The name, without its ending, of the file beside the bundle that holds a source of ours; undefined: the bundle does. */
const besideNameOf = (source: string): string | undefined =>
  besideSources.includes(source) ? basename(source, '.ts') : undefined

/** The source that the file of that name beside a bundle holds. */
export const besideSourceOf = (name: string): string | undefined =>
  besideSources.find((source) => besideNameOf(source) === name)

const sourceOf = (importer: string, id: string) => relative(root, join(dirname(importer), id)).replaceAll('\\', '/')

/**
 * A source of ours does nothing but define: what a function needs nothing of is left out, file by file and schema by schema.
 *
 * Links statically what our sources load by `import()`, so that they start fast from source: behind an `import()` esbuild drops no
 * unused part of a package in a CommonJS bundle, which is 200 KB for some clients of the SDK. What lies beside the bundle stays there.
 */
export const loadOurSources: Plugin = {
  name: 'load-our-sources',
  setup: (build) => {
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined
      const beside = kind === 'dynamic-import' ? besideNameOf(sourceOf(importer, path)) : undefined
      if (beside !== undefined) return { path: `./${beside}.js`, external: true }
      return { path: join(dirname(importer), path), sideEffects: false }
    })
    build.onLoad({ filter: /[\\/](lib|functions)[\\/][^.]*\.ts$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return
      return { contents: linkStatically(markDefinitions(await readFile(path, 'utf8')), path), loader: 'ts' }
    })
  },
}

function linkStatically(code: string, importer: string): string {
  const linked: string[] = []
  const rest = code.replace(/\bimport\(\s*('(?!node:)[^']+')\s*\)/g, (loaded, id: string) => {
    if (besideNameOf(sourceOf(importer, id.slice(1, -1))) !== undefined) return loaded
    linked.push(`import * as linked${linked.length} from ${id}`)
    return `Promise.resolve(linked${linked.length - 1})`
  })
  return [rest, ...linked].join('\n')
}

/**
 * Of these clients we read no error but its name. The SDK gives an error that it has no class for its name and message as well, and
 * the classes and shapes of all operations would be 90 KB of the search tool.
 */
export const dropErrorClasses: Plugin = {
  name: 'drop-error-classes',
  setup: (build) => {
    const schemas =
      /@aws-sdk[\\/]client-(ssm|secrets-manager|bedrock-agent-runtime)[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/
    build.onLoad({ filter: schemas }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replace(/^n0_registry\.registerError\(.*\);$/gm, '')
        // What describes a shape; esbuild takes its computed keys for an effect.
        .replace(/^((?:export )?var [\w$]+ = )(\[[^;]*\]);$/gm, '$1/* @__PURE__ */ (() => $2)();'),
      loader: 'js',
    }))
  },
}

/**
 * Lambda gives a function its credentials in the environment, always. The SDK's chain of other places to look at (files, processes,
 * SSO, STS, the metadata of EC2) would be 100 KB of every bundle.
 */
export const credentialsFromEnvironment: Plugin = {
  name: 'credentials-from-environment',
  setup: (build) => {
    const chain = '@aws-sdk/credential-provider-node'
    build.onResolve({ filter: new RegExp(`^${chain}$`) }, async ({ path, importer, kind, pluginData }) => {
      if (pluginData === chain) return
      // The one link of the chain that stays is found where the chain itself is.
      const found = await build.resolve(path, { resolveDir: dirname(importer), kind, importer, pluginData: chain })
      return found.errors.length > 0 ? found : { path: found.path, namespace: chain, sideEffects: false }
    })
    build.onLoad({ filter: /.*/, namespace: chain }, ({ path }) => ({
      contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'`,
      resolveDir: dirname(path),
    }))
  },
}
