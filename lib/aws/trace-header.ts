/** Where a trace goes on. */
export type TraceParent = { readonly root: string; readonly parent: string }

/** The parts of a tracing header (`Root=1-...;Parent=...;Sampled=1`); null when the trace is not sampled, or it is no such header. */
export function parseTraceHeader(header = ''): TraceParent | null {
  const part = (name: string) => new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(header)?.[1] ?? ''
  const [root, parent] = [part('Root'), part('Parent')]
  if (part('Sampled') !== '1') return null
  return /^1-[0-9a-f]{8}-[0-9a-f]{24}$/.test(root) && /^[0-9a-f]{16}$/.test(parent) ? { root, parent } : null
}
