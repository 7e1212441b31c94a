// `sam local start-api` runs no IAM authorizer, so its events name nobody, and every route would answer 401. Whoever asks there is
// the developer at that machine, as with the local gateway. SAM sets `AWS_SAM_LOCAL` in each function that it runs; Lambda never does.
export function withSamCaller(event: unknown): unknown {
  const context = contextOf(event)
  if (context === null || 'authorizer' in context) return event
  return { ...(event as object), requestContext: { ...context, authorizer: { lambda: { principal: 'local' } } } }
}

function contextOf(event: unknown): object | null {
  if (typeof event !== 'object' || event === null || !('requestContext' in event)) return null
  return typeof event.requestContext === 'object' ? event.requestContext : null
}
