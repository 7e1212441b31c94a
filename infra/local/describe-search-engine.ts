/** What the SDK needs to sign a request that AWS takes. */
const identity = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const

/**
 * What answers searches in the place of the knowledge service, for people; null: nothing does. The local stack gives the SDK a made-up
 * identity for its emulators, under which a knowledge base of AWS would refuse every search: so a real one has to be there, or the
 * address of a stand-in.
 * @throws Error that names the variables that are missing
 */
export function describeSearchEngine(environment: Readonly<Record<string, string | undefined>>): string | null {
  if (environment.KNOWLEDGE_ENGINE !== 'bedrock-kb') return null
  const label = `knowledge base ${environment.BEDROCK_KNOWLEDGE_BASE_ID ?? ''}`
  const standIn = environment.AWS_ENDPOINT_URL_BEDROCK_AGENT_RUNTIME
  if (standIn) return `${label}, at ${standIn}`
  const missing = identity.filter((name) => !environment[name])
  if (missing.length === 0) return `${label}, in ${environment.AWS_REGION}`
  throw new Error(
    `KNOWLEDGE_ENGINE=bedrock-kb asks AWS, and ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set. ` +
      'Set them (a profile is not read), or AWS_ENDPOINT_URL_BEDROCK_AGENT_RUNTIME to the address of a stand-in.',
  )
}
