// THE price table: AWS list prices of us-east-1, on demand, the first tier, without the free tier. AWS changes them; whoever
// plans with this looks at the pages that the rows name.

/** When the rows were compared with their sources. */
export const checkedOn = '2026-11-30'

type PriceRow = {
  /** US dollars for one `unit`. */
  readonly usd: number
  readonly unit: string
  /** How many counted things one `unit` is. */
  readonly per: number
  /** AWS's own page. */
  readonly page: string
  /** Where the figure was read: AWS's page itself, or somebody who quotes it. */
  readonly confirmed: 'by the page' | 'by another page of AWS' | 'by others' | 'no'
}

const million = 1_000_000
/** A GB on AWS's bills. */
export const gigabyte = 2 ** 30

const pages = {
  // The figure stands in AWS's whitepaper "Best Practices for Designing Amazon API Gateway Private APIs", "Cost optimization".
  apiGateway: 'aws.amazon.com/api-gateway/pricing',
  lambda: 'aws.amazon.com/lambda/pricing',
  dynamodb: 'aws.amazon.com/dynamodb/pricing/on-demand',
  stepFunctions: 'aws.amazon.com/step-functions/pricing',
  eventBridge: 'aws.amazon.com/eventbridge/pricing',
  cloudWatch: 'aws.amazon.com/cloudwatch/pricing',
  xray: 'aws.amazon.com/xray/pricing',
  sqs: 'aws.amazon.com/sqs/pricing',
  s3: 'aws.amazon.com/s3/pricing',
  secrets: 'aws.amazon.com/secrets-manager/pricing',
  transfer: 'aws.amazon.com/ec2/pricing/on-demand, "Data Transfer"',
} as const

export const prices = {
  apiRequest: row(1.0, 'million HTTP API requests', million, pages.apiGateway, 'by another page of AWS'),
  lambdaRequest: row(0.2, 'million Lambda requests', million, pages.lambda, 'by others'),
  lambdaGbSecond: row(0.0000133334, 'Lambda GB-second (arm64)', 1, pages.lambda, 'by others'),
  dynamoWrite: row(0.625, 'million write request units', million, pages.dynamodb, 'by others'),
  dynamoRead: row(0.125, 'million read request units', million, pages.dynamodb, 'by others'),
  dynamoStorage: row(0.25, 'GB-month of DynamoDB tables', gigabyte, pages.dynamodb, 'no'),
  dynamoRecovery: row(0.2, 'GB-month of point-in-time recovery', gigabyte, pages.dynamodb, 'no'),
  transition: row(0.025, '1,000 state transitions (Standard)', 1000, pages.stepFunctions, 'by the page'),
  event: row(1.0, 'million custom events', million, pages.eventBridge, 'by others'),
  logIngest: row(0.5, 'GB of logs ingested', gigabyte, pages.cloudWatch, 'by others'),
  metric: row(0.3, 'custom metric and month', 1, pages.cloudWatch, 'by others'),
  alarm: row(0.1, 'alarmed metric and month', 1, pages.cloudWatch, 'no'),
  dashboard: row(3.0, 'dashboard and month', 1, pages.cloudWatch, 'by others'),
  trace: row(5.0, 'million traces recorded', million, pages.xray, 'by the page'),
  queueRequest: row(0.4, 'million SQS requests', million, pages.sqs, 'by others'),
  s3Put: row(0.005, '1,000 S3 PUT requests', 1000, pages.s3, 'by others'),
  s3Storage: row(0.023, 'GB-month of S3 Standard', gigabyte, pages.s3, 'no'),
  secret: row(0.4, 'secret and month', 1, pages.secrets, 'by others'),
  transferOut: row(0.09, 'GB to the internet', gigabyte, pages.transfer, 'by others'),
} as const satisfies Record<string, PriceRow>

export type PriceName = keyof typeof prices

function row(usd: number, unit: string, per: number, page: string, confirmed: PriceRow['confirmed']): PriceRow {
  return { usd, unit, per, page, confirmed }
}

/** US dollars for `count` of what the row counts: requests, units, bytes (of a GB), byte-months (of a GB-month). */
export function priceOf(name: PriceName, count: number): number {
  const { usd, per } = prices[name]
  return (usd * count) / per
}
