// Three things that only a bundle for Lambda can leave out.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

/**
 * Links statically what our sources load by `import()`, so that they start fast from source: behind an `import()` esbuild drops no
 * unused part of a package in a CommonJS bundle, which is 200 KB for some clients of the SDK.
 */
export const linkStatically: Plugin = {
  name: 'link-statically',
  setup: (build) => {
    build.onLoad({ filter: /[\\/](lib|functions)[\\/][^.]*\.ts$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return
      const linked: string[] = []
      const code = (await readFile(path, 'utf8')).replace(/\bimport\(\s*('[^']+')\s*\)/g, (_, id: string) => {
        linked.push(`import * as linked${linked.length} from ${id}`)
        return `Promise.resolve(linked${linked.length - 1})`
      })
      return { contents: [code, ...linked].join('\n'), loader: 'ts' }
    })
  },
}

/**
 * A source of ours does nothing but define: one that a function needs nothing of is left out, with the schemas that it would build.
 */
export const dropUnusedSources: Plugin = {
  name: 'drop-unused-sources',
  setup: (build) => {
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, importer, kind }) =>
      kind === 'entry-point' ? undefined : { path: join(dirname(importer), path), sideEffects: false },
    )
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
