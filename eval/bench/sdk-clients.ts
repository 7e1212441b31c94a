import type { Bundle } from '../../infra/cloud-assembly/bundle-functions.ts'

/** The clients of the SDK that a bundle carries: `client-dynamodb`. */
export function clientsOf({ inputs }: Pick<Bundle, 'inputs'>): string[] {
  const named = [...inputs.keys()].flatMap((file) => /node_modules\/@aws-sdk\/(client-[\w-]+)\//.exec(file)?.[1] ?? [])
  return [...new Set(named)].sort()
}
