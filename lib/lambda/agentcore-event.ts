// Bedrock AgentCore Gateway invokes a Lambda target with the bare arguments of a tool; which tool it is, and who calls, stand in the
// invocation's client context (AWS, "AWS Lambda function targets").
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

/** What a gateway says of the tool call that it makes. */
export type ToolCall = {
  readonly operation: string
  readonly caller: string
  readonly requestId: string | undefined
}

/** Null: the invocation comes from elsewhere. The operation is what the tool is named like: `lookup_knowledge`, `lookupKnowledge`. */
export function toolCallOf(context: unknown): ToolCall | null {
  if (context === undefined || context === null) return null
  const parsed = clientContext().safeParse(context)
  if (!parsed.success) return null
  const { bedrockAgentCoreToolName, bedrockAgentCoreGatewayId, bedrockAgentCoreAwsRequestId } = parsed.data.custom
  return {
    operation: operationOf(bedrockAgentCoreToolName),
    caller: `agentcore-gateway:${bedrockAgentCoreGatewayId}`,
    requestId: bedrockAgentCoreAwsRequestId,
  }
}

/**
 * The direct invocation that a tool call means. A model writes the arguments: they are input and nothing else, and what they say
 * of addressing is left out. A call of a tool without a `tool_call_id` gets the gateway's request id for one.
 */
export function directEventOf({ operation, caller, requestId }: ToolCall, args: Readonly<Record<string, unknown>>) {
  const { tool_call_id: id, operation: _, caller: __, request_id: ___, ...input } = args
  const named = id ?? (isToolCall(operation) ? requestId : undefined)
  return {
    ...input,
    ...(named !== undefined && { tool_call_id: named }),
    operation,
    caller,
    ...(requestId !== undefined && { request_id: requestId }),
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
