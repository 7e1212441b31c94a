import { CfnOutput, Duration, Lazy, Stack, Tags } from 'aws-cdk-lib'
import * as events from 'aws-cdk-lib/aws-events'
import * as targets from 'aws-cdk-lib/aws-events-targets'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { catalog, type FunctionRow } from '../functions/catalog.ts'
import type { FunctionName } from '../lib/contract/routes.ts'
import { readsParameters } from '../lib/contract/settings.ts'
import { documentsTable } from '../lib/documents/documents-table.ts'
import { ledgerTable } from '../lib/ledger/ledger-table.ts'
import type { Bundles } from './cloud-assembly/bundle-functions.ts'
import { Alarms } from './constructs/alarms.ts'
import { CatalogFunction } from './constructs/catalog-function.ts'
import { namespaceOf } from './constructs/chain-metric.ts'
import { Dashboard } from './constructs/dashboard.ts'
import { DataTable } from './constructs/data-table.ts'
import { DiagnosisModel } from './constructs/diagnosis-model.ts'
import { EvidenceApi } from './constructs/evidence-api.ts'
import { environmentFor, parametersFor, type StackSettings, samVariables } from './constructs/function-environment.ts'
import { FunctionNetwork } from './constructs/function-network.ts'
import { asksService, grantRow, type Resources } from './constructs/grant-row.ts'
import { IngestQueue } from './constructs/ingest-queue.ts'
import { KnowledgeBase } from './constructs/knowledge-base.ts'
import { KnowledgeEndpoint } from './constructs/knowledge-endpoint.ts'
import type { Observed } from './constructs/observed.ts'
import { OriginalsBucket } from './constructs/originals-bucket.ts'
import { Workflow } from './constructs/workflow.ts'
import { productName } from './product-name.ts'
import type { Stage } from './stage-settings.ts'

const rows = Object.entries(catalog) as [FunctionName, FunctionRow][]

/** Everything of one stage. Its parts know each other only through what is handed to them here. */
export class EvidenceChainStack extends Stack {
  /** @param bundles needed for assets; tests of the template do without */
  constructor(scope: Construct, id: string, stage: Stage, bundles: Bundles = new Map()) {
    super(scope, id, { description: `${productName}, stage ${stage.stage}`, terminationProtection: stage.safe })
    Tags.of(this).add(`${productName}:stage`, stage.stage)
    const { safe } = stage
    const resources: Resources = {
      ledger: new DataTable(this, 'Ledger', ledgerTable, { safe }),
      documents: new DataTable(this, 'Documents', documentsTable, { safe }),
      originals: new OriginalsBucket(this, 'Originals', { safe, uploadOrigins: stage.uploadOrigins }),
      ingestQueue: new IngestQueue(this, 'Ingest', {
        consumerTimeoutSeconds: catalog['ingest-proxy'].timeoutSeconds,
      }),
      knowledge: new KnowledgeEndpoint(this, 'Knowledge', {
        path: `/${productName}/${stage.stage}`,
        parameters: parametersFor({ ...stage.functionSettings, PYRAG_BASE_URL: stage.pyRagBaseUrl }),
        credential: stage.credential === 'secret',
        safe,
      }),
      knowledgeBase:
        stage.knowledgeBaseId === undefined
          ? undefined
          : new KnowledgeBase(this, 'KnowledgeBase', stage.knowledgeBaseId),
      model: new DiagnosisModel(this, 'Model', stage),
    }
    // The state machine calls functions, and one function starts it: its name is known when all stand.
    const diagnosisArn = Lazy.string({ produce: () => diagnosis.arn })
    const functions = this.functions(stage, resources, diagnosisArn, bundles)
    const { DIAGNOSIS_TIMEOUT_SECONDS: limit } = stage.functionSettings
    const diagnosisLimit = limit === undefined ? undefined : Number(limit)
    const diagnosis = this.workflow('Diagnosis', 'diagnosis', stage, functions, diagnosisLimit)
    const rebuild = this.workflow('Rebuild', 'rebuild', stage, functions)
    for (const [name, { grants }] of rows) if (grants.workflow) diagnosis.grantStart(functions[name])
    const bus = events.EventBus.fromEventBusName(this, 'Bus', stage.eventBus)
    diagnosis.allow([bus.eventBusArn], ['events:PutEvents'])
    this.triggers(stage, resources, functions)

    const lambdas = mapValues(functions, (made): IFunction => made.function)
    const api = new EvidenceApi(this, 'Api', {
      functions: lambdas,
      fallback: 'api-document',
      authorizer:
        stage.auth === 'jwt' && stage.jwtIssuer !== undefined
          ? { issuer: stage.jwtIssuer, audience: stage.jwtAudience ?? [] }
          : 'iam',
      throttle: { rate: stage.throttleRate, burst: stage.throttleBurst },
      logRetention: stage.logRetentionDays,
    })
    const observed: Observed = {
      stage: stage.stage,
      api: api.api,
      functions: lambdas,
      queue: resources.ingestQueue.queue,
      deadLetters: resources.ingestQueue.deadLetters,
      workflows: [diagnosis.machine, rebuild.machine],
    }
    new Dashboard(this, 'Dashboard', observed)
    const alarms = safe ? new Alarms(this, 'Alarms', { ...observed, email: stage.alarmEmail }) : undefined
    const outputs = {
      ApiUrl: api.url,
      DiagnosisWorkflow: diagnosis.arn,
      RebuildWorkflow: rebuild.arn,
      LedgerTable: resources.ledger.name,
      DocumentsTable: resources.documents.name,
      OriginalsBucket: resources.originals.name,
      IngestQueueUrl: resources.ingestQueue.url,
      IngestDeadLettersUrl: resources.ingestQueue.deadLetters.queueUrl,
      ParametersPath: resources.knowledge.path,
      ...(resources.knowledge.credentialSecret !== undefined && {
        CredentialSecret: resources.knowledge.credentialSecret,
      }),
      ...(alarms !== undefined && { AlarmTopic: alarms.topic.topicArn }),
    }
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, `${name}Output`, { key: name, value })
  }

  private functions(
    stage: Stage,
    resources: Resources,
    diagnosisArn: string,
    bundles: Bundles,
  ): Record<FunctionName, CatalogFunction> {
    const { ledger, documents, originals, ingestQueue, knowledge, knowledgeBase, model } = resources
    const given: StackSettings = {
      ...stage.functionSettings,
      ...model.environment,
      ...knowledgeBase?.environment,
      LEDGER_TABLE: ledger.name,
      DOCUMENTS_TABLE: documents.name,
      ORIGINALS_URL: originals.url,
      INGEST_QUEUE_URL: ingestQueue.url,
      DIAGNOSIS_WORKFLOW: diagnosisArn,
      SETTINGS_PATH: knowledge.path,
    }
    const credential = knowledge.credentialSecret
    const { vpcId, vpcSubnetIds: subnetIds, vpcSecurityGroupIds: securityGroupIds } = stage
    const network =
      vpcId !== undefined && subnetIds !== undefined && securityGroupIds !== undefined
        ? new FunctionNetwork(this, 'Network', { vpcId, subnetIds, securityGroupIds })
        : undefined
    return mapValues(catalog, (row: FunctionRow, name) => {
      const service = asksService(row, resources)
      const made = new CatalogFunction(this, pascal(name), {
        name,
        bundle: bundles.get(name),
        timeoutSeconds: row.timeoutSeconds,
        memoryMb: row.memoryMb,
        environment: {
          ...environmentFor(row.environment, {
            ...given,
            ...(service && credential !== undefined && { PYRAG_CREDENTIAL_SECRET: credential }),
          }),
          ...(stage.samLocal && samVariables(row.environment)),
          POWERTOOLS_METRICS_NAMESPACE: namespaceOf(stage.stage),
        },
        logRetention: stage.logRetentionDays,
        reservedConcurrency: stage.reservedConcurrency?.[name],
        network: service ? network : undefined,
      })
      grantRow(made, row, resources)
      if (readsParameters(row.environment)) knowledge.grantParameters(made)
      return made
    })
  }

  private workflow(
    id: string,
    definition: string,
    stage: Stage,
    functions: Readonly<Record<FunctionName, CatalogFunction>>,
    timeoutSeconds?: number,
  ): Workflow {
    const arns = mapValues(functions, (made) => made.function.functionArn)
    const made = new Workflow(this, id, {
      definition,
      names: { ...arns, 'event-bus': stage.eventBus },
      timeoutSeconds,
      logRetention: stage.logRetentionDays,
    })
    made.allow(
      made.used.flatMap((name) => (name in arns ? [arns[name as FunctionName]] : [])),
      ['lambda:InvokeFunction'],
    )
    return made
  }

  /** What calls functions beside the API and the state machines. */
  private triggers(
    stage: Stage,
    { originals, ingestQueue }: Resources,
    functions: Readonly<Record<FunctionName, CatalogFunction>>,
  ): void {
    originals.onArrival('Arrival', ingestQueue.target)
    for (const [name, { triggers }] of rows) {
      if (triggers === undefined) continue
      if (triggers.ingestQueue) ingestQueue.feed(functions[name].function, stage.ingestConcurrency)
      new events.Rule(this, `${pascal(name)}Sweep`, {
        description: 'Takes up what a crash left lying.',
        schedule: events.Schedule.rate(Duration.minutes(triggers.sweepMinutes)),
        targets: [new targets.LambdaFunction(functions[name].function, { retryAttempts: 0 })],
      })
    }
  }
}

const pascal = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

function mapValues<K extends string, A, B>(record: Readonly<Record<K, A>>, of: (value: A, key: K) => B): Record<K, B> {
  const entries = Object.entries(record) as [K, A][]
  return Object.fromEntries(entries.map(([key, value]) => [key, of(value, key)])) as Record<K, B>
}
