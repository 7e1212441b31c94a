import * as z from 'zod'
import type { ServedRoute } from '../local/gateway.ts'
import { functionInArn } from './physical-names.ts'
import { functionName } from './read-functions.ts'
import type { Template } from './template.ts'

export type DeployedRoute = ServedRoute & { readonly authorization: string }

const route = z.object({ RouteKey: z.string(), Target: z.string(), AuthorizationType: z.string().default('NONE') })
const integration = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  PayloadFormatVersion: z.literal('2.0'),
  IntegrationUri: z.string().transform((arn) => functionName.parse(functionInArn(arn))),
})

/** Every route of the template's API, with the function that its integration calls. @throws Error for one that leads nowhere */
export function readRoutes({ resources, refTo }: Template): DeployedRoute[] {
  const functions = new Map(
    resources
      .filter(({ type }) => type === 'AWS::ApiGatewayV2::Integration')
      .map(({ logicalId, properties }) => [
        `integrations/${refTo(logicalId)}`,
        integration.parse(properties).IntegrationUri,
      ]),
  )
  return resources
    .filter(({ type }) => type === 'AWS::ApiGatewayV2::Route')
    .map(({ properties }) => {
      const { RouteKey, Target, AuthorizationType } = route.parse(properties)
      const name = functions.get(Target)
      if (name === undefined) throw new Error(`${RouteKey} has no integration`)
      return { routeKey: RouteKey, function: name, authorization: AuthorizationType }
    })
}
