// Bedrock AgentCore Gateway invokes a Lambda target with the bare arguments of a tool; which tool it is, and who calls, stand in the
// invocation's client context (AWS, "AWS Lambda function targets"). It becomes a direct invocation like any other.
import * as z from 'zod'
import { once } from '../contract/once.ts'
import { type Route, routes } from '../contract/routes.ts'

const clientContext = once(() =>
  z.looseObject({
    custom: z.looseObject({
      /** `{target}___{tool}`. */
      bedrockAgentCoreToolName: z.string(),
      bedrockAgentCoreGatewayId: z.string().min(1).max(200),
      bedrockAgentCoreAwsRequestId: z.string().optional(),
    }),
  }),
)

/**
 * The event of a direct invocation: the arguments, the operation that the tool is named like (`lookup_knowledge` or
 * `lookupKnowledge`), and the gateway as the caller, whatever the arguments say: a model writes them. A tool call without a
 * `tool_call_id` gets the gateway's request id for one. Every other event is given back as it is.
 */
export function openAgentCoreEvent(event: unknown, context: unknown): unknown {
  if (context === undefined || context === null) return event
  const parsed = clientContext().safeParse(context)
  if (!parsed.success || typeof event !== 'object' || event === null || Array.isArray(event)) return event
  const { bedrockAgentCoreToolName: tool, bedrockAgentCoreGatewayId: gateway, ...custom } = parsed.data.custom
  const id = custom.bedrockAgentCoreAwsRequestId
  const operation = operationOf(tool)
  return {
    ...(id !== undefined && isToolCall(operation) && { tool_call_id: id }),
    ...event,
    operation,
    caller: `agentcore-gateway:${gateway}`,
  }
}

/** Targets may have underscores in their names, too: the tool is behind the last three. */
function operationOf(tool: string): string {
  const bare = tool.slice(tool.lastIndexOf('___') === -1 ? 0 : tool.lastIndexOf('___') + 3)
  return bare.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function isToolCall(operation: string): boolean {
  const entries: [string, Route][] = Object.entries(routes)
  return entries.some(([name, { toolCall }]) => name === operation && toolCall === true)
}
