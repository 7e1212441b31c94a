// A synthesized stack as what runs: functions with their bundles and environments, and what calls them with what.
import * as z from 'zod'
import type { TableDefinition } from '../../lib/aws/table-definition.ts'
import type { FunctionName } from '../../lib/contract/routes.ts'
import { functionInArn } from './physical-names.ts'
import { type BundledFunction, functionName, readFunctions } from './read-functions.ts'
import { type DeployedRoute, readRoutes } from './read-routes.ts'
import { readTables } from './read-tables.ts'
import { openTemplate, type Template } from './template.ts'

export type Assembly = {
  readonly functions: readonly BundledFunction[]
  readonly routes: readonly DeployedRoute[]
  /** In a definition, the ARN of a function ends in its name. */
  readonly stateMachines: readonly { readonly arn: string; readonly definition: unknown }[]
  /** By name. */
  readonly tables: ReadonlyMap<string, TableDefinition>
  /** Queues whose messages a function is called with. */
  readonly eventSources: readonly { readonly queueArn: string; readonly function: FunctionName }[]
  /** Functions that a schedule calls. */
  readonly schedules: readonly { readonly expression: string; readonly function: FunctionName }[]
  /** Of the parameter store, by full name. */
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * @param folder of the assembly (`cdk.out`)
 * @param prefix begins the names of tables, queues and the like
 * @throws Error, ZodError when the template holds what nobody here expects
 */
export function readAssembly(folder: string, stack?: string, prefix?: string): Assembly {
  const template = openTemplate(folder, stack, prefix)
  return {
    functions: readFunctions(template),
    routes: readRoutes(template),
    stateMachines: propertiesOf(template, 'AWS::StepFunctions::StateMachine', stateMachine).map(([id, properties]) => ({
      arn: template.refTo(id),
      definition: JSON.parse(properties.DefinitionString) as unknown,
    })),
    tables: readTables(template),
    eventSources: propertiesOf(template, 'AWS::Lambda::EventSourceMapping', eventSource).map(([, properties]) => ({
      queueArn: properties.EventSourceArn,
      function: properties.FunctionName,
    })),
    schedules: propertiesOf(template, 'AWS::Events::Rule', rule).flatMap(([, { ScheduleExpression, Targets }]) =>
      ScheduleExpression === undefined
        ? []
        : Targets.map(({ Arn }) => ({
            expression: ScheduleExpression,
            function: functionName.parse(functionInArn(Arn)),
          })),
    ),
    parameters: new Map(
      propertiesOf(template, 'AWS::SSM::Parameter', parameter).map(([, { Name, Value }]) => [Name, Value]),
    ),
  }
}

const stateMachine = z.object({ DefinitionString: z.string() })
const eventSource = z.object({ EventSourceArn: z.string(), FunctionName: functionName })
const rule = z.object({
  ScheduleExpression: z.string().optional(),
  Targets: z.array(z.object({ Arn: z.string() })),
})
const parameter = z.object({ Name: z.string(), Value: z.string() })

function propertiesOf<S extends z.ZodType>(
  { resources }: Template,
  wanted: string,
  schema: S,
): [logicalId: string, properties: z.output<S>][] {
  return resources
    .filter(({ type }) => type === wanted)
    .map(({ logicalId, properties }) => [logicalId, schema.parse(properties)])
}
