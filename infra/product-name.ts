/** What everything deployed is named after: parameters, tags, dashboards, descriptions. */
export const productName = 'evidence-chain'

/** The id of a stage's stack, which is its name in CloudFormation. */
export function stackNameOf(stage: string): string {
  return `EvidenceChain-${stage}`
}
